#include "unit/http/scarce_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <new>

namespace rinha::http {
namespace {

constexpr std::size_t plenty = std::numeric_limits<std::size_t>::max();

std::size_t too_large = plenty;
std::size_t left_to_spare = 0;
bool refused = false;

bool is_granted(std::size_t bytes) noexcept
{
    if (bytes < too_large || left_to_spare-- > 0)
        return true;
    refused = true;
    too_large = plenty;
    return false;
}

void* allocate(std::size_t bytes) noexcept { return is_granted(bytes) ? std::malloc(bytes == 0 ? 1 : bytes) : nullptr; }

} // namespace

scarce_memory::scarce_memory(std::size_t at_least, std::size_t spared) noexcept
{
    left_to_spare = spared;
    refused = false;
    too_large = at_least;
}

scarce_memory::~scarce_memory() { too_large = plenty; }

bool scarce_memory::has_refused() const noexcept { return refused; }

} // namespace rinha::http

void* operator new(std::size_t bytes)
{
    if (void* const got = rinha::http::allocate(bytes))
        return got;
    throw std::bad_alloc();
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return rinha::http::allocate(bytes); }

void operator delete(void* block) noexcept { std::free(block); }

void operator delete(void* block, std::size_t) noexcept { std::free(block); }

void operator delete(void* block, const std::nothrow_t&) noexcept { std::free(block); }

// Where Asio takes the memory of coroutines and of what is waited for.
extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept
{
    void* got = nullptr;
    if (!rinha::http::is_granted(bytes) || ::posix_memalign(&got, std::max(alignment, sizeof(void*)), bytes) != 0)
        return nullptr;
    return got;
}
