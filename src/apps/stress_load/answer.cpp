#include "apps/stress_load/answer.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace rinha::stress_load {

namespace {

constexpr std::string_view end_of_line = "\r\n";
constexpr std::string_view end_of_head = "\r\n\r\n";
constexpr std::size_t longest_head = 16 * 1024;

template <class Number>
std::optional<Number> number(std::string_view digits)
{
    Number value{};
    const auto* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc{} || stop != end)
        return std::nullopt;
    return value;
}

bool equals_ignoring_case(std::string_view text, std::string_view lower)
{
    return std::ranges::equal(text, lower, [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

} // namespace

answer_reader::state answer_reader::take(std::string_view bytes)
{
    if (has_head_)
        return skip(bytes.size());

    // Nearly always it comes in one piece, and need not be kept.
    const auto end = head_.empty() ? bytes.find(end_of_head) : std::string_view::npos;
    if (end != std::string_view::npos)
        return read_head(bytes.substr(0, end)) ? skip(bytes.size() - end - end_of_head.size()) : state::unreadable;

    head_.append(bytes);
    const auto end_of_kept = head_.find(end_of_head);
    if (end_of_kept == std::string::npos)
        return head_.size() > longest_head ? state::unreadable : state::incomplete;
    const auto kept = std::string_view(head_);
    return read_head(kept.substr(0, end_of_kept)) ? skip(kept.size() - end_of_kept - end_of_head.size())
                                                  : state::unreadable;
}

answer_reader::state answer_reader::skip(std::size_t bytes)
{
    if (bytes > left_)
        return state::unreadable; // more than one answer to one request
    left_ -= bytes;
    return left_ == 0 ? state::complete : state::incomplete;
}

bool answer_reader::read_head(std::string_view head)
{
    auto end = head.find(end_of_line);
    const auto status_line = head.substr(0, end);
    const auto status = number<int>(status_line.substr(std::min<std::size_t>(9, status_line.size()), 3));
    if (!status_line.starts_with("HTTP/1.") || !status || *status < 200)
        return false;
    value_.status = *status;

    bool has_length = *status == 204 || *status == 304;
    while (end != std::string_view::npos) {
        head.remove_prefix(end + end_of_line.size());
        end = head.find(end_of_line);
        const auto line = head.substr(0, end);
        const auto colon = line.find(':');
        if (colon == std::string_view::npos)
            return false;
        const auto name = line.substr(0, colon);
        if (equals_ignoring_case(name, "location")) {
            value_.location = trimmed(line.substr(colon + 1));
        } else if (equals_ignoring_case(name, "content-length")) {
            const auto length = number<std::uint64_t>(trimmed(line.substr(colon + 1)));
            if (!length)
                return false;
            left_ = *length;
            has_length = true;
        }
    }
    has_head_ = true;
    return has_length;
}

} // namespace rinha::stress_load
