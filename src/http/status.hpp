#pragma once

#include <string_view>

namespace rinha::http {

// The reason phrase of RFC 9110 section 15; "Unknown" for a status that has none there.
std::string_view reason_phrase(unsigned status) noexcept;

// False for 1xx, 204 and 304 (RFC 9110 section 6.4.1).
constexpr bool may_have_body(unsigned status) noexcept { return status >= 200 && status != 204 && status != 304; }

} // namespace rinha::http
