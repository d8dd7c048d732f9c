#pragma once

#include "rinha/sqlite/database.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace rinha::sqlite {

// Grams: the sequences of one, two and three characters of a text. An FTS5 index of grams answers searches for
// substrings of any length, where the trigram tokenizer of SQLite can't look for less than three characters.
inline constexpr std::size_t longest_gram = 3; // characters

// Makes `tokenize = 'grams'` known to the FTS5 tables of this connection. Text must be valid UTF-8. Letter case counts.
// No gram spans the separator, an ASCII character: text on its two sides is never found together.
result<void> add_gram_tokenizer(database& to, char separator);

// The FTS5 query for the rows that hold every gram of a term: all rows in which the term is a substring, and, where it
// is longer than the longest gram, perhaps others. The term must not be empty, and hold no separator and no U+0000.
std::string gram_query(std::string_view term);

} // namespace rinha::sqlite
