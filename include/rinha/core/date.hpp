#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace rinha {

using date = std::chrono::year_month_day;

// Whether the text has the form AAAA-MM-DD, ASCII digits only, whatever they say (spec row 7).
bool has_date_form(std::string_view text) noexcept;

// A date of the proleptic Gregorian calendar of the form AAAA-MM-DD, years 0001 to 9999 (spec row 8); nothing
// if it is none.
std::optional<date> parse_date(std::string_view text) noexcept;

// Writes the 10 characters AAAA-MM-DD of such a date at `out` and returns the end.
char* write(date value, char* out) noexcept;

} // namespace rinha
