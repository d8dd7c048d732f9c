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

std::string_view trim(std::string_view text) noexcept
{
    constexpr std::string_view blanks = " \t";
    const std::size_t first = std::min(text.find_first_not_of(blanks), text.size());
    text.remove_prefix(first);
    return text.substr(0, text.find_last_not_of(blanks) + 1);
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

bool is_token(std::string_view text) noexcept
{
    constexpr std::string_view marks = "!#$%&'*+-.^_`|~";
    return !text.empty() && std::ranges::all_of(text, [&](char c) {
        return is_alpha_or_digit(c) || marks.find(c) != std::string_view::npos;
    });
}

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
