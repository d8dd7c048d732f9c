#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace rinha::http {

// RFC 3986 section 2.1. Empty when a `%` is not followed by two hexadecimal digits.
std::optional<std::string> percent_decode(std::string_view text);

} // namespace rinha::http
