#include "bench/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

std::size_t count = 0;

} // namespace

std::size_t rinha::allocations() noexcept { return count; }

void* operator new(std::size_t bytes)
{
    ++count;
    if (void* const got = std::malloc(bytes))
        return got;
    throw std::bad_alloc();
}

void operator delete(void* block) noexcept { std::free(block); }

void operator delete(void* block, std::size_t) noexcept { std::free(block); }
