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
        return skip(bytes);

    // Nearly always it comes in one piece, and need not be kept.
    const auto end = head_.empty() ? bytes.find(end_of_head) : std::string_view::npos;
    if (end != std::string_view::npos)
        return read_head(bytes.substr(0, end)) ? skip(bytes.substr(end + end_of_head.size())) : state::unreadable;

    head_.append(bytes);
    const auto end_of_kept = head_.find(end_of_head);
    if (end_of_kept == std::string::npos)
        return head_.size() > longest_head ? state::unreadable : state::incomplete;
    const auto kept = std::string_view(head_);
    return read_head(kept.substr(0, end_of_kept)) ? skip(kept.substr(end_of_kept + end_of_head.size()))
                                                  : state::unreadable;
}

answer_reader::state answer_reader::skip(std::string_view body)
{
    switch (ends_) {
    case ending::with_length:
        if (body.size() > left_)
            return state::unreadable; // more than one answer to one request
        left_ -= body.size();
        return left_ == 0 ? state::complete : state::incomplete;
    case ending::with_last_chunk:
        return chunks_.take(body);
    case ending::with_connection:
        break;
    }
    return state::incomplete;
}

bool answer_reader::read_head(std::string_view head)
{
    auto end = head.find(end_of_line);
    if (!read_status_line(head.substr(0, end)))
        return false;
    while (end != std::string_view::npos) {
        head.remove_prefix(end + end_of_line.size());
        end = head.find(end_of_line);
        if (!read_field(head.substr(0, end)))
            return false;
    }
    if (value_.status == 204 || value_.status == 304) { // what the fields say of a body is of another's
        ends_ = ending::with_length;
        left_ = 0;
    }
    has_head_ = true;
    return true;
}

bool answer_reader::read_status_line(std::string_view line)
{
    const auto status = number<int>(line.substr(std::min<std::size_t>(9, line.size()), 3));
    if (!line.starts_with("HTTP/1.") || !status || *status < 200)
        return false;
    value_.status = *status;
    keeps_connection_ = !line.starts_with("HTTP/1.0");
    return true;
}

bool answer_reader::read_field(std::string_view line)
{
    const auto colon = line.find(':');
    if (colon == std::string_view::npos)
        return false;
    const auto name = line.substr(0, colon);
    const auto value = trimmed(line.substr(colon + 1));
    if (equals_ignoring_case(name, "location")) {
        value_.location = value;
    } else if (equals_ignoring_case(name, "content-length")) {
        const auto length = number<std::uint64_t>(value);
        if (!length)
            return false;
        left_ = *length;
        if (ends_ == ending::with_connection)
            ends_ = ending::with_length;
    } else if (equals_ignoring_case(name, "transfer-encoding")) {
        if (!equals_ignoring_case(value, "chunked"))
            return false; // no other was asked for
        ends_ = ending::with_last_chunk;
    } else if (equals_ignoring_case(name, "connection")) {
        if (equals_ignoring_case(value, "close"))
            keeps_connection_ = false;
        else if (equals_ignoring_case(value, "keep-alive"))
            keeps_connection_ = true;
    }
    return true;
}

} // namespace rinha::stress_load
