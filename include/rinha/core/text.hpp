#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace rinha {

// Whether the byte belongs to a code point that an earlier byte began, in valid UTF-8.
constexpr bool is_continuation(char byte) noexcept { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// The number of code points of valid UTF-8.
std::size_t count_code_points(std::string_view utf8) noexcept;

// By RFC 3629 section 3: no surrogates, nothing overlong, nothing above U+10FFFF. U+0000 is valid.
bool is_valid_utf8(std::string_view text) noexcept;

// Full Unicode case folding (CaseFolding.txt, C + F) of valid UTF-8, without normalisation: "Straße" gives "strasse",
// accents stay. A text folds to at most three times its code points.
std::string fold_case(std::string_view utf8);

} // namespace rinha
