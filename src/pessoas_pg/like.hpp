#pragma once

#include <string>
#include <string_view>

namespace rinha::pessoas_pg {

// The pattern of LIKE that finds `term` anywhere, its own %, _ and \ as plain characters (spec row 26).
std::string pattern_containing(std::string_view term);

// Whether the trigram index can narrow down a search for this: three letters or digits in a row. Without any it would
// hand out all rows, at twice the price of a scan.
bool has_trigram(std::string_view term) noexcept;

} // namespace rinha::pessoas_pg
