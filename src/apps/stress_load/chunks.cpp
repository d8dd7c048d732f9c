#include "apps/stress_load/chunks.hpp"

#include <algorithm>
#include <charconv>

namespace rinha::stress_load {

namespace {

constexpr std::size_t longest_line = 4096;

// Without the extensions that may follow it.
std::optional<std::uint64_t> size_of_chunk(std::string_view line)
{
    line = line.substr(0, line.find_first_of("; \t"));
    std::uint64_t size{};
    const auto* const end = line.data() + line.size();
    const auto [stop, error] = std::from_chars(line.data(), end, size, 16);
    if (error != std::errc{} || stop != end)
        return std::nullopt;
    return size;
}

} // namespace

chunk_skipper::state chunk_skipper::take(std::string_view bytes)
{
    while (!bytes.empty() && awaited_ != line::end) {
        const auto skipped = std::min<std::uint64_t>(left_, bytes.size());
        left_ -= skipped;
        bytes.remove_prefix(skipped);
        if (bytes.empty())
            break;

        const auto end = bytes.find('\n');
        begun_.append(bytes.substr(0, end));
        if (begun_.size() > longest_line)
            return state::unreadable;
        if (end == std::string_view::npos)
            break;
        bytes.remove_prefix(end + 1);
        if (!begun_.ends_with('\r'))
            return state::unreadable;
        begun_.pop_back();
        const auto next = after(begun_);
        if (!next)
            return state::unreadable;
        awaited_ = *next;
        begun_.clear();
    }
    if (awaited_ != line::end)
        return state::incomplete;
    return bytes.empty() ? state::complete : state::unreadable;
}

// What follows the line that was awaited; nothing where this is another one.
std::optional<chunk_skipper::line> chunk_skipper::after(std::string_view text)
{
    switch (awaited_) {
    case line::size:
        if (const auto size = size_of_chunk(text)) {
            left_ = *size;
            return left_ == 0 ? line::trailer : line::end_of_chunk;
        }
        return std::nullopt;
    case line::end_of_chunk:
        return text.empty() ? std::optional(line::size) : std::nullopt;
    case line::trailer:
        return text.empty() ? line::end : line::trailer;
    case line::end:
        break;
    }
    return std::nullopt;
}

} // namespace rinha::stress_load
