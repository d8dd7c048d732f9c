#pragma once

#include "rinha/pessoas/model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rinha::pessoas {

// Stands between two fields of a search text.
inline constexpr char field_separator = '\x03';

// Bytes. Keeps all trigrams of a piece within a GiST leaf (8,191 bytes, about 2,700 different ones).
inline constexpr std::size_t piece_limit = 2'000;

// The search column: the folded apelido, nome and items of stack, one after another, cut into pieces of at most
// `piece_limit` bytes at the borders of fields. At least one piece, and nearly always one. A folded term is found as a
// plain byte substring of a piece if, and only if, it is found in a field (spec rows 25 to 28), whatever characters the
// strings hold: U+0003 separates the fields, and U+0001 to U+0003 themselves are written as words over U+0001 and
// U+0002 that can't be met at any other offset (a comma-free code).
std::vector<std::string> search_pieces(const draft& value);

// The term in the same form. Empty if it is longer than any field can be when folded (100 code points, times three):
// then nobody matches.
std::string search_term(std::string_view term);

} // namespace rinha::pessoas
