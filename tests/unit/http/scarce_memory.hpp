#pragma once

#include <cstddef>

namespace rinha::http {

// Once in its life operator new, or Asio, throws bad_alloc: for the first that is that large or larger, not counting
// the `spared` ones before it. One at a time, for programs of one thread.
class scarce_memory
{
public:
    explicit scarce_memory(std::size_t at_least = 0, std::size_t spared = 0) noexcept;
    ~scarce_memory();
    scarce_memory(const scarce_memory&) = delete;
    scarce_memory& operator=(const scarce_memory&) = delete;

    bool has_refused() const noexcept;
};

} // namespace rinha::http
