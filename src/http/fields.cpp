#include "http/fields.hpp"

#include "rinha/http/message.hpp"

#include <algorithm>
#include <charconv>

namespace rinha::http {
namespace {

bool is_alpha_or_digit(char c) noexcept
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_token_char(char c) noexcept
{
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return is_alpha_or_digit(c) || marks.find(c) != std::string_view::npos;
}

std::string_view trim(std::string_view text) noexcept
{
    constexpr std::string_view blanks = " \t";
    const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
    text.remove_prefix(first);
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

void skip_blanks(std::string_view& text) noexcept
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

bool skip(std::string_view& text, char c) noexcept
{
    if (!text.starts_with(c))
        return false;
    text.remove_prefix(1);
    return true;
}

bool skip_token(std::string_view& text) noexcept
{
    const auto* const end = std::ranges::find_if_not(text, is_token_char);
    const auto length = static_cast<std::size_t>(end - text.begin());
    text.remove_prefix(length);
    return length > 0;
}

// RFC 9110 section 5.6.4.
bool skip_quoted_string(std::string_view& text) noexcept
{
    if (!skip(text, '"'))
        return false;
    while (!text.empty() && text.front() != '"')
        text.remove_prefix(text.front() == '\\' ? std::min<std::size_t>(2, text.size()) : 1);
    return skip(text, '"');
}

// VCHAR, obs-text, blanks (RFC 9110 section 5.5).
bool is_value_char(char c) noexcept
{
    const auto byte = static_cast<unsigned char>(c);
    return byte == '\t' || (byte >= ' ' && byte != 0x7F);
}

// What follows `http://` or `https://`.
std::optional<std::string_view> after_scheme(std::string_view target) noexcept
{
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (equals_ignoring_case(target.substr(0, scheme.size()), scheme))
            return target.substr(scheme.size());
    }
    return std::nullopt;
}

} // namespace

std::optional<std::string_view> next_element(std::string_view& list) noexcept
{
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(','), list.size());
        const std::string_view element = trim(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
        if (!element.empty())
            return element;
    }
    return std::nullopt;
}

bool is_token(std::string_view text) noexcept { return !text.empty() && std::ranges::all_of(text, is_token_char); }

std::optional<std::uint64_t> parse_length(std::string_view text) noexcept
{
    std::uint64_t value = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (ec != std::errc{} || end != text.data() + text.size())
        return std::nullopt;
    return value;
}

bool is_plausible_host(std::string_view text) noexcept
{
    constexpr std::string_view marks = "-._~%!$&'()*+,;=:[]";
    return std::ranges::all_of(text,
                               [&](char c) { return is_alpha_or_digit(c) || marks.find(c) != std::string_view::npos; });
}

bool is_field_line(std::string_view line) noexcept
{
    return skip_token(line) && skip(line, ':') && std::ranges::all_of(line, is_value_char);
}

bool names_framing(std::string_view line) noexcept
{
    const std::string_view name = line.substr(0, line.find(':'));
    return equals_ignoring_case(name, "Content-Length") || equals_ignoring_case(name, "Transfer-Encoding");
}

bool are_chunk_extensions(std::string_view text) noexcept
{
    if (!std::ranges::all_of(text, is_value_char))
        return false;
    while (!text.empty()) {
        skip_blanks(text);
        if (!skip(text, ';'))
            return false;
        skip_blanks(text);
        if (!skip_token(text))
            return false;
        std::string_view rest = text;
        skip_blanks(rest);
        if (!skip(rest, '='))
            continue;
        text = rest;
        skip_blanks(text);
        if (!(text.starts_with('"') ? skip_quoted_string(text) : skip_token(text)))
            return false;
    }
    return true;
}

std::optional<target_parts> split_target(std::string_view target) noexcept
{
    if (const auto rest = after_scheme(target)) {
        const std::size_t authority = std::min(rest->find_first_of("/?"), rest->size());
        if (authority == 0)
            return std::nullopt;
        target = rest->substr(authority);
    } else if (!target.starts_with('/') && target != "*") {
        return std::nullopt;
    }

    const std::size_t mark = std::min(target.find('?'), target.size());
    const std::string_view path = target.substr(0, mark);
    const bool has_query = mark < target.size();
    return target_parts{path.empty() ? "/" : path, has_query ? target.substr(mark + 1) : std::string_view{}, has_query};
}

} // namespace rinha::http
