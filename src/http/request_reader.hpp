#pragma once

#include "http/chunk_reader.hpp"
#include "http/head_parser.hpp"
#include "http/head_scan.hpp"
#include "rinha/http/error.hpp"
#include "rinha/http/message.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace rinha::http {

// Reads requests from a stream of bytes, without I/O: bytes in, at any split, a request out. What a message may not be
// (spec rows 20, 38 to 40) is refused here, and nothing that depends on the route but the limit of its body.
class request_reader
{
public:
    enum class state : std::uint8_t
    {
        empty,     // nothing read of the next request but, perhaps, one empty line
        head,      // in the midst of a head
        admission, // the head is whole: the reader wants to know the body's limit
        body,      // in the midst of a body
        complete,  // the request is whole: next() goes on to the one behind it
        failed,    // fault() says why; where the next request begins is unknown
    };

    explicit request_reader(head_limits limits);

    // Takes bytes, and returns how many it used: all of them, unless the state became `admission`, `complete` or
    // `failed`. Not to be called in these states.
    std::size_t put(std::string_view bytes);

    // In `admission`: goes on to `body`, `complete` or, if the announced length is over the limit, `failed`. The first
    // byte of the body takes the memory for its announced length, up to 64 KiB: a longer body gets it as it comes.
    void admit(std::size_t body_limit);

    // Forgets the request, and is `empty` again.
    void next() noexcept;

    state at() const noexcept { return state_; }

    // Nothing at all was read since next(): this reader can be exchanged for another.
    bool is_unused() const noexcept { return state_ == state::empty && !skipped_line_ && pending_.empty(); }

    errc fault() const noexcept { return fault_; }

    // Bytes of memory that the request takes as far as it has come, about.
    std::size_t held() const noexcept;

    // Whole in `complete`; in `admission` all but the body. May be read, and changed by the router, until next().
    http::request& request() noexcept { return request_; }

    // From `admission` on.
    bool is_http_1_1() const noexcept { return framing_.http_1_1; }

    // What the client wants (RFC 9112 section 9.3). From `admission` on.
    bool wants_keep_alive() const noexcept;

    // The client waits for 100 (RFC 9110 section 10.1.1) before it sends the body. From `admission` on.
    bool wants_continue() const noexcept;

private:
    std::size_t put_head(std::string_view bytes);
    std::size_t put_body(std::string_view bytes);
    std::size_t skip_empty_line(std::string_view bytes);
    void fail(const error_code& fault) noexcept;

    head_limits limits_;
    state state_ = state::empty;
    errc fault_ = errc::bad_request_line; // in `failed`
    http::request request_;
    head_scan scan_;
    http::framing framing_;
    chunk_reader chunks_{0, 0};
    std::string pending_;       // what was read of a head that is not whole yet
    std::size_t head_ = 0;      // bytes of the head, when it is whole
    bool skipped_line_ = false; // the one empty line before a request
};

} // namespace rinha::http
