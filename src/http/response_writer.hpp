#pragma once

#include "rinha/http/message.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace rinha::http {

// What the answer says of the connection (RFC 9112 section 9.3).
enum class persistence : std::uint8_t
{
    implied, // nothing: an HTTP/1.1 connection stays
    stated,  // keep-alive, for HTTP/1.0
    close,
};

// Appends the answer as it goes over the wire (RFC 9112), with Content-Length in each that may have a body.
// `date` is a whole line. Without its body for a request of HEAD: the headers are those of GET.
void append_response(std::string& out, const response& answer, std::string_view date, persistence stays,
                     bool with_body);

constexpr std::string_view continue_response = "HTTP/1.1 100 Continue\r\n\r\n";

} // namespace rinha::http
