#include "http/head_scan.hpp"

#include "http/fields.hpp"

#include <algorithm>

namespace rinha::http {

bool head_scan::target_is_too_long(std::string_view bytes) const noexcept
{
    const std::size_t method = bytes.find_first_of(" \n");
    if (method == std::string_view::npos || bytes[method] == '\n')
        return false;
    const std::string_view target = bytes.substr(method + 1, limits_.target + 1);
    return target.size() > limits_.target && target.find_first_of(" \r\n") == std::string_view::npos;
}

result<std::size_t> head_scan::look(std::string_view bytes)
{
    const bool over = bytes.size() > limits_.head;
    bytes = bytes.substr(0, limits_.head);

    if (line_ == 0) {
        if (!bytes.empty() && !is_token(bytes.substr(0, 1)))
            return errc::bad_request_line;
        if (target_is_too_long(bytes))
            return errc::target_too_long;
    }

    for (;;) {
        const std::size_t feed = bytes.find('\n', line_);
        if (line_ > 0 && line_ < bytes.size() && (bytes[line_] == ' ' || bytes[line_] == '\t'))
            return errc::folded_field;
        if (feed == std::string_view::npos)
            break;
        if (feed == line_ || bytes[feed - 1] != '\r')
            return errc::bad_line_ending;
        if (feed == line_ + 1)
            return feed + 1;
        line_ = feed + 1;
    }
    if (over || bytes.size() == limits_.head)
        return errc::head_too_long;
    return std::size_t{0};
}

} // namespace rinha::http
