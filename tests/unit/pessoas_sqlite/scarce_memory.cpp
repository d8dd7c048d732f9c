#include "unit/pessoas_sqlite/scarce_memory.hpp"

#include <cstdlib>
#include <new>
#include <utility>

namespace rinha::pessoas_sqlite {
namespace {

thread_local bool is_scarce = false;

} // namespace

void fail_next_allocation() noexcept { is_scarce = true; }

} // namespace rinha::pessoas_sqlite

// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory): what malloc is here for
void* operator new(std::size_t bytes)
{
    if (std::exchange(rinha::pessoas_sqlite::is_scarce, false))
        throw std::bad_alloc();
    if (void* memory = std::malloc(bytes); memory != nullptr)
        return memory;
    throw std::bad_alloc();
}

void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return std::malloc(bytes); }

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
