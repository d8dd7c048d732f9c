#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rinha::pessoas_api {

// What a setting may be at most: beyond any sense, and such that no sum with a time point or a size overflows.
constexpr std::chrono::hours max_duration{24};
constexpr std::size_t max_bytes = std::size_t{1} << 40;

// A whole number and its unit, without a blank: us, ms, s or m ("250ms"). Nothing if it is none, or over max_duration.
std::optional<std::chrono::microseconds> parse_duration(std::string_view text);

// In the largest unit that gives a whole number.
std::string to_text(std::chrono::microseconds value);

// A whole number of bytes, or of KiB or MiB ("64KiB"). Nothing if it is none, or over max_bytes.
std::optional<std::size_t> parse_bytes(std::string_view text);

// In the largest unit that gives a whole number.
std::string bytes_to_text(std::size_t value);

} // namespace rinha::pessoas_api
