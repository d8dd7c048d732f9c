#pragma once

#include <string>
#include <string_view>

namespace rinha {

// Appends the text as a JSON string (RFC 8259 section 7), quotes included. Escapes what must be escaped (quote,
// backslash, U+0000 to U+001F), in the shortest way, and nothing else: UTF-8 stays as it is.
void append_json_string(std::string& out, std::string_view utf8);

} // namespace rinha
