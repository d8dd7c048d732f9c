#include "rinha/core/text.hpp"

#include <simdjson.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace rinha {
namespace {

bool is_ascii(char byte) noexcept { return static_cast<unsigned char>(byte) < 0x80U; }

char lower_ascii(char byte) noexcept
{
    const bool upper = byte >= 'A' && byte <= 'Z';
    return static_cast<char>(byte | (upper ? 0x20 : 0));
}

// Appends the folded form of the code point at the front of `utf8` and returns how many bytes that code point has.
std::size_t append_folded(std::string& folded, std::string_view utf8)
{
    utf8proc_int32_t code_point = 0;
    const auto length = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(utf8.data()),
                                         static_cast<utf8proc_ssize_t>(utf8.size()), &code_point);
    assert(length > 0);

    std::array<utf8proc_int32_t, 4> parts{}; // CaseFolding.txt has no longer entry than three
    const auto count =
        utf8proc_decompose_char(code_point, parts.data(), parts.size(), UTF8PROC_CASEFOLD, nullptr /* no boundaries */);
    assert(count > 0 && std::cmp_less_equal(count, parts.size()));

    std::array<utf8proc_uint8_t, 4> bytes{};
    for (std::size_t i = 0; std::cmp_less(i, count); ++i) {
        const auto written = utf8proc_encode_char(parts[i], bytes.data());
        folded.append(reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(written));
    }
    return static_cast<std::size_t>(length);
}

} // namespace

std::size_t count_code_points(std::string_view utf8) noexcept
{
    return utf8.size() - static_cast<std::size_t>(std::ranges::count_if(utf8, is_continuation));
}

bool is_valid_utf8(std::string_view text) noexcept { return simdjson::validate_utf8(text.data(), text.size()); }

std::string fold_case(std::string_view utf8)
{
    const auto ascii_end = std::ranges::find_if_not(utf8, is_ascii);
    const auto ascii = static_cast<std::size_t>(ascii_end - utf8.begin());

    std::string folded;
    folded.reserve(ascii + (utf8.size() - ascii) * 3 / 2);
    folded.resize(ascii);
    std::transform(utf8.begin(), ascii_end, folded.begin(), lower_ascii);

    for (auto rest = utf8.substr(ascii); !rest.empty();) {
        if (is_ascii(rest.front())) {
            folded.push_back(lower_ascii(rest.front()));
            rest.remove_prefix(1);
        } else {
            rest.remove_prefix(append_folded(folded, rest));
        }
    }
    return folded;
}

} // namespace rinha
