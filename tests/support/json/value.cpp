#include "support/json/value.hpp"

#include <fmt/format.h>

#include <array>

namespace rinha::support {
namespace {

using kind = json_value::kind;

constexpr std::array<std::string_view, 9> numbers{
    "0", "-0", "1", "-17", "2.50", "1e3", "1E-3", "-0.5e+7", "18446744073709551615"};

} // namespace

json_value json_string(std::u32string text)
{
    json_value value;
    value.what = kind::string;
    value.text = std::move(text);
    return value;
}

std::string to_utf8(std::u32string_view text)
{
    std::string bytes;
    const auto put = [&](char32_t bits) { bytes += static_cast<char>(bits); };
    for (const char32_t c : text) {
        if (c < 0x80) {
            put(c);
        } else if (c < 0x800) {
            put(0xC0 | c >> 6);
            put(0x80 | (c & 0x3F));
        } else if (c < 0x10000) {
            put(0xE0 | c >> 12);
            put(0x80 | (c >> 6 & 0x3F));
            put(0x80 | (c & 0x3F));
        } else {
            put(0xF0 | c >> 18);
            put(0x80 | (c >> 12 & 0x3F));
            put(0x80 | (c >> 6 & 0x3F));
            put(0x80 | (c & 0x3F));
        }
    }
    return bytes;
}

std::size_t random_json::number(std::size_t least, std::size_t most)
{
    return least + engine_() % (most - least + 1); // not std::uniform_int_distribution: that differs between libraries
}

char32_t random_json::character()
{
    const auto within = [this](char32_t first, char32_t last) { return static_cast<char32_t>(number(first, last)); };
    switch (number(0, 9)) {
    case 0:
        return within(0x01, 0x1F);
    case 1:
        return U"\"\\/,[]{}:'"[number(0, 9)];
    case 2:
        return within(0x80, 0x7FF);
    case 3:
        return within(0x800, 0xD7FF);
    case 4:
        return within(0xE000, 0xFFFF);
    case 5:
        return within(0x10000, 0x10FFFF);
    case 6:
        return one_in(30) ? 0 : U' ';
    default:
        return within(0x20, 0x7F);
    }
}

std::u32string random_json::text(std::size_t shortest, std::size_t longest)
{
    std::u32string characters(number(shortest, longest), U'\0');
    for (char32_t& c : characters)
        c = character();
    return characters;
}

json_value random_json::any(int depth)
{
    json_value value;
    value.what = static_cast<kind>(number(0, depth > 0 ? 5 : 3));
    switch (value.what) {
    case kind::null:
        break;
    case kind::boolean:
        value.literal = one_in(2) ? "true" : "false";
        break;
    case kind::number:
        value.literal = numbers[number(0, numbers.size() - 1)];
        break;
    case kind::string:
        value.text = text(0, 40);
        break;
    case kind::array:
        for (auto i = number(0, 4); i > 0; --i)
            value.items.push_back(any(depth - 1));
        break;
    case kind::object:
        for (auto i = number(0, 4); i > 0; --i)
            value.members.push_back({text(0, 5), any(depth - 1)});
        break;
    }
    return value;
}

json_value random_json::any_but(kind what)
{
    auto value = any();
    while (value.what == what)
        value = any();
    return value;
}

std::string random_json::blanks()
{
    std::string text;
    while (one_in(5))
        text += " \t\r\n"[number(0, 3)];
    return text;
}

std::string random_json::write(std::u32string_view text)
{
    std::string json = "\"";
    for (const char32_t c : text) {
        constexpr std::u32string_view with_short_escape = U"\"\\/\b\f\n\r\t";
        const auto short_escape = with_short_escape.find(c);
        const bool must_escape = c < 0x20 || c == U'"' || c == U'\\';
        if (short_escape != std::u32string_view::npos && !one_in(3)) {
            json += '\\';
            json += "\"\\/bfnrt"[short_escape];
        } else if (must_escape || one_in(8)) {
            const bool upper = one_in(2);
            const auto escape = [&](char32_t unit) {
                const auto value = static_cast<unsigned>(unit);
                json += upper ? fmt::format("\\u{:04X}", value) : fmt::format("\\u{:04x}", value);
            };
            if (c >= 0x10000) {
                escape(0xD800 + ((c - 0x10000) >> 10));
                escape(0xDC00 + ((c - 0x10000) & 0x3FF));
            } else {
                escape(c);
            }
        } else {
            json += to_utf8({&c, 1});
        }
    }
    return json + '"';
}

std::string random_json::write(const json_value& value)
{
    std::string json = blanks();
    switch (value.what) {
    case kind::null:
        json += "null";
        break;
    case kind::boolean:
    case kind::number:
        json += value.literal;
        break;
    case kind::string:
        json += write(value.text);
        break;
    case kind::array:
        json += '[' + blanks();
        for (const auto& item : value.items)
            json += (&item == value.items.data() ? "" : ",") + write(item);
        json += ']';
        break;
    case kind::object:
        json += '{' + blanks();
        for (const auto& member : value.members) {
            json += &member == value.members.data() ? "" : ",";
            json += blanks() + write(member.name) + blanks() + ':' + write(member.value);
        }
        json += '}';
        break;
    }
    return json + blanks();
}

} // namespace rinha::support
