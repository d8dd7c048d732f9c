#include "rinha/core/json.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace rinha {
namespace {

bool must_escape(char c) noexcept { return static_cast<unsigned char>(c) < 0x20U || c == '"' || c == '\\'; }

constexpr std::uint64_t each_byte(std::uint64_t byte) noexcept { return byte * 0x0101'0101'0101'0101U; }

// Eight bytes at a time, without a branch for each. Subtracting n borrows into the top bit of a byte less than n; a
// byte that had its top bit already (UTF-8 beyond ASCII) is masked out.
bool any_must_escape(std::uint64_t bytes) noexcept
{
    const auto below = [](std::uint64_t word, std::uint64_t n) { return (word - each_byte(n)) & ~word; };
    const auto equal = [&](std::uint64_t word, char c) {
        return below(word ^ each_byte(static_cast<unsigned char>(c)), 1);
    };
    return ((below(bytes, 0x20) | equal(bytes, '"') | equal(bytes, '\\')) & each_byte(0x80)) != 0;
}

// How many bytes there are before the first that must be escaped.
std::size_t plain_prefix(std::string_view text) noexcept
{
    std::size_t i = 0;
    for (std::uint64_t bytes = 0; i + sizeof bytes <= text.size(); i += sizeof bytes) {
        std::memcpy(&bytes, text.data() + i, sizeof bytes);
        if (any_must_escape(bytes))
            break;
    }
    while (i < text.size() && !must_escape(text[i]))
        ++i;
    return i;
}

void append_escaped(std::string& out, char c)
{
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\b':
        out += "\\b";
        return;
    case '\f':
        out += "\\f";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\r':
        out += "\\r";
        return;
    case '\t':
        out += "\\t";
        return;
    default:
        break;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    const auto value = static_cast<unsigned char>(c);
    out += "\\u00";
    out += digits[value >> 4U];
    out += digits[value & 0xFU];
}

} // namespace

void append_json_string(std::string& out, std::string_view utf8)
{
    out += '"';
    while (true) {
        const auto plain = plain_prefix(utf8);
        out += utf8.substr(0, plain);
        if (plain == utf8.size())
            break;
        append_escaped(out, utf8[plain]);
        utf8.remove_prefix(plain + 1);
    }
    out += '"';
}

} // namespace rinha
