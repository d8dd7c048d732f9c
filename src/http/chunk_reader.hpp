#pragma once

#include "http/budget.hpp"
#include "rinha/http/error.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace rinha::http {

// Reads a chunked body from bytes at any split (RFC 9112 section 7.1). Extensions and trailers are checked and dropped.
// (Beast 1.81 counts a chunk's size against its limit again with each piece of the line that it is given.)
class chunk_reader
{
public:
    // `body_limit`: bytes of data. `line_limit`: bytes of a chunk's line, and of all trailers together.
    chunk_reader(std::size_t body_limit, std::size_t line_limit) noexcept
        : body_limit_(body_limit)
        , line_limit_(line_limit)
    {
    }

    // Takes bytes, appends data to `body`, and returns how many it used: all of them, unless the body is whole.
    result<std::size_t> put(std::string_view bytes, std::string& body);

    bool is_done() const noexcept { return state_ == state::done; }

    // Bytes of memory, besides those of the body.
    std::size_t held() const noexcept { return allocated_by(line_); }

private:
    enum class state : std::uint8_t
    {
        size, // in the line before the data
        data,
        ending, // in the line, which is empty, behind the data
        trailer,
        done,
    };

    result<std::size_t> put_line(std::string_view bytes, std::string& body);
    error_code on_line(std::string_view line, const std::string& body);
    error_code on_size(std::string_view line, const std::string& body);

    std::size_t body_limit_;
    std::size_t line_limit_;
    state state_ = state::size;
    std::size_t left_ = 0;     // of the data of a chunk
    std::size_t trailers_ = 0; // bytes
    std::string line_;         // what there is of a line that is not whole
};

} // namespace rinha::http
