#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rinha::pessoas_api {

// A whole number and its unit, without a blank: us, ms, s or m ("250ms"). Nothing if it is none.
std::optional<std::chrono::microseconds> parse_duration(std::string_view text);

// In the largest unit that gives a whole number.
std::string to_text(std::chrono::microseconds value);

// A whole number of bytes, or of KiB or MiB ("64KiB"). Nothing if it is none.
std::optional<std::size_t> parse_bytes(std::string_view text);

// In the largest unit that gives a whole number.
std::string bytes_to_text(std::size_t value);

} // namespace rinha::pessoas_api
