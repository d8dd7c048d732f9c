#include "rinha/http/error.hpp"
#include "rinha/http/listener.hpp"

#include <fmt/format.h>

#include <charconv>

namespace rinha::http {

result<endpoint> parse_endpoint(std::string_view text)
{
    constexpr std::string_view unix_prefix = "unix:";
    endpoint at;
    if (text.starts_with(unix_prefix)) {
        at.path = text.substr(unix_prefix.size());
        if (at.path.empty())
            return errc::bad_endpoint;
        return at;
    }

    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        return errc::bad_endpoint;
    std::string_view host = text.substr(0, colon);
    const std::string_view port = text.substr(colon + 1);
    const bool bracketed = host.size() > 2 && host.starts_with('[') && host.ends_with(']');
    if (bracketed)
        host = host.substr(1, host.size() - 2);
    const bool v6 = host.find(':') != std::string_view::npos;
    if (host.empty() || bracketed != v6 || host.find_first_of("[]") != std::string_view::npos)
        return errc::bad_endpoint;

    const auto [end, ec] = std::from_chars(port.data(), port.data() + port.size(), at.port);
    if (ec != std::errc{} || end != port.data() + port.size())
        return errc::bad_endpoint;
    at.host = host;
    return at;
}

std::string to_string(const endpoint& at)
{
    if (at.host.empty())
        return "unix:" + at.path;
    const bool v6 = at.host.find(':') != std::string::npos;
    return fmt::format(fmt::runtime(v6 ? "[{}]:{}" : "{}:{}"), at.host, at.port);
}

} // namespace rinha::http
