#pragma once

#include "apps/stress_load/chunks.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace rinha::stress_load {

struct answer
{
    int status = 0;
    std::string location; // of the header of that name; empty without one
};

// Reads one answer of HTTP/1.1 from bytes as they arrive, however its body ends (RFC 9112, section 6.3), which is gone
// over and not kept. A load generator's reader: it checks no more than it needs.
class answer_reader
{
public:
    using state = chunk_skipper::state;

    // Called until it returns anything but `incomplete`.
    state take(std::string_view bytes);

    // The server has closed the connection: is the answer complete by that?
    bool is_complete_when_closed() const noexcept { return has_head_ && ends_ == ending::with_connection; }

    // When it is complete: whether the server takes another request on this connection.
    bool keeps_connection() const noexcept { return keeps_connection_ && ends_ != ending::with_connection; }

    // When it is complete.
    answer& value() noexcept { return value_; }

private:
    enum class ending
    {
        with_length,
        with_last_chunk,
        with_connection,
    };

    bool read_head(std::string_view head);
    bool read_status_line(std::string_view line);
    bool read_field(std::string_view line);
    state skip(std::string_view body);

    std::string head_; // while it is incomplete
    bool has_head_ = false;
    bool keeps_connection_ = true;
    ending ends_ = ending::with_connection;
    std::uint64_t left_ = 0; // bytes of a body with a length
    chunk_skipper chunks_;
    answer value_;
};

} // namespace rinha::stress_load
