#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace rinha::stress_load {

struct answer
{
    int status = 0;
    std::string location; // of the header of that name; empty without one
};

// Reads one answer of HTTP/1.1 from bytes as they arrive; its body is counted, and not kept. A load generator's reader:
// it checks no more than it needs, and knows bodies with a Content-Length only.
class answer_reader
{
public:
    enum class state
    {
        incomplete,
        complete,
        unreadable,
    };

    // Called until it returns anything but `incomplete`.
    state take(std::string_view bytes);

    // When it is complete.
    answer& value() noexcept { return value_; }

private:
    bool read_head(std::string_view head);
    state skip(std::size_t bytes);

    std::string head_; // while it is incomplete
    bool has_head_ = false;
    std::uint64_t left_ = 0; // bytes of the body
    answer value_;
};

} // namespace rinha::stress_load
