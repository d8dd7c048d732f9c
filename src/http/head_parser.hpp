#pragma once

#include "rinha/http/error.hpp"
#include "rinha/http/message.hpp"

#include <cstdint>
#include <string_view>

namespace rinha::http {

// What the head of a request says of its connection and of the body that follows.
struct framing
{
    bool http_1_1 = false;
    bool close = false;      // Connection: close
    bool keep_alive = false; // Connection: keep-alive
    bool chunked = false;
    std::uint64_t length = 0; // Content-Length
    bool expects_continue = false;

    bool has_body() const noexcept { return chunked || length > 0; }
};

// Reads a whole head, its empty line included; folded and badly ended lines have been refused before. Beast reads the
// grammar, and what Beast 1.81 lets pass is checked here (RFC 9112 sections 3.2, 6.1 and 6.3). On failure `into` may
// hold parts.
result<framing> parse_head(std::string_view head, request& into);

} // namespace rinha::http
