#pragma once

#include <cstddef>

namespace rinha {

// How often the program has called operator new.
std::size_t allocations() noexcept;

} // namespace rinha
