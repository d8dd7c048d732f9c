#pragma once

#include <simdjson.h>

#include <cstddef>
#include <optional>
#include <string_view>

namespace rinha::pessoas {

inline constexpr std::size_t depth_limit = 1'024; // arrays and objects, the outermost counted

// Reads a JSON text (RFC 8259) whole, whatever of it will be looked at: UTF-8 without byte order mark or lone
// surrogates, numbers in the range of int64, uint64 or double, nested up to the limit (spec row 5). Nothing if it is
// none.
//
// The parser, and so what is returned, belongs to the calling thread, until its next call.
std::optional<simdjson::dom::element> read_json(std::string_view text);

} // namespace rinha::pessoas
