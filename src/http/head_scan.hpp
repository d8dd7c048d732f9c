#pragma once

#include "rinha/http/error.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace rinha::http {

struct head_limits
{
    std::size_t target; // bytes of the request target: 414 over it
    std::size_t head;   // bytes of request line and headers, the empty line included: 431 over it
};

// Looks for the end of a head that arrives in pieces, and for what makes it hopeless before it is whole, so that a
// client need not send 16 KiB to be refused. The verdict does not depend on how the bytes were split.
class head_scan
{
public:
    explicit head_scan(head_limits limits) noexcept
        : limits_(limits)
    {
    }

    // `bytes` begins with the request line, and holds all that the calls before were given. Returns the length of the
    // head when it is whole, 0 when more is needed, or the fault.
    result<std::size_t> look(std::string_view bytes);

private:
    bool target_is_too_long(std::string_view bytes) const noexcept;

    head_limits limits_;
    std::size_t line_ = 0; // where the first line begins whose end has not been seen
};

} // namespace rinha::http
