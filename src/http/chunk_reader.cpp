#include "http/chunk_reader.hpp"

#include "http/fields.hpp"
#include "rinha/http/message.hpp"

#include <algorithm>
#include <charconv>

namespace rinha::http {

result<std::size_t> chunk_reader::put(std::string_view bytes, std::string& body)
{
    std::size_t used = 0;
    while (used < bytes.size() && state_ != state::done) {
        if (state_ == state::data) {
            const std::size_t n = std::min(left_, bytes.size() - used);
            body.append(bytes.substr(used, n));
            used += n;
            left_ -= n;
            if (left_ == 0)
                state_ = state::ending;
            continue;
        }
        const auto taken = put_line(bytes.substr(used), body);
        if (!taken)
            return taken.error();
        used += *taken;
    }
    return used;
}

// What is between the data comes in lines; one that is not whole waits in `line_`.
result<std::size_t> chunk_reader::put_line(std::string_view bytes, std::string& body)
{
    const std::size_t feed = bytes.find('\n');
    const std::size_t taken = feed == std::string_view::npos ? bytes.size() : feed + 1;
    // An empty line is all that can follow data: no need to wait for more to see that there is something else.
    const std::size_t limit = state_ == state::ending ? 2 : line_limit_ - trailers_;
    if (line_.size() + taken > limit)
        return errc::bad_chunk;

    if (feed == std::string_view::npos || !line_.empty())
        line_.append(bytes.substr(0, taken));
    if (feed == std::string_view::npos)
        return taken;
    const std::string_view line = line_.empty() ? bytes.substr(0, taken) : std::string_view(line_);
    if (const error_code ec = line.ends_with("\r\n") ? on_line(line.substr(0, line.size() - 2), body) : errc::bad_chunk)
        return ec;
    line_.clear();
    return taken;
}

error_code chunk_reader::on_line(std::string_view line, const std::string& body)
{
    switch (state_) {
    case state::size:
        return on_size(line, body);
    case state::ending:
        state_ = state::size;
        return line.empty() ? error_code() : errc::bad_chunk;
    case state::trailer:
        trailers_ += line.size() + 2;
        if (line.empty())
            state_ = state::done;
        else if (!is_field_line(line) || names_framing(line))
            return errc::bad_chunk;
        return {};
    case state::data:
    case state::done:
        break;
    }
    return {};
}

error_code chunk_reader::on_size(std::string_view line, const std::string& body)
{
    constexpr int hexadecimal = 16;
    std::uint64_t size = 0;
    const auto [end, ec] = std::from_chars(line.data(), line.data() + line.size(), size, hexadecimal);
    if (ec != std::errc{} || !are_chunk_extensions(line.substr(static_cast<std::size_t>(end - line.data()))))
        return errc::bad_chunk;
    if (size > body_limit_ - body.size())
        return errc::body_too_large;
    left_ = size;
    state_ = size > 0 ? state::data : state::trailer;
    return {};
}

} // namespace rinha::http
