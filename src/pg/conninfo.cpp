#include "rinha/pg/conninfo.hpp"

#include "pg/first_line.hpp"
#include "pg/hosts.hpp"
#include "pg/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace rinha::pg {
namespace {

// Libpq takes what is empty for its default.
bool is_port(std::string_view text)
{
    std::uint16_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [behind, failed] = std::from_chars(text.data(), end, number);
    return text.empty() || (failed == std::errc{} && behind == end && number > 0);
}

} // namespace

bool is_conninfo(const std::string& text)
{
    const auto given = options::parse(text);
    // libpq takes any text for the port until it connects, and then logs it: a part of a password, where that holds
    // an `@` or a `:` that is not percent-encoded.
    return given.is_valid() && given["port"].find_first_not_of("0123456789,") == std::string_view::npos;
}

std::string complaint_about(const std::string& conninfo)
{
    const auto said = options::complaint(conninfo);
    if (!said.empty())
        return first_line(said);
    const auto hosts = hosts_of(conninfo);
    if (hosts.empty())
        return "there must be one port, or as many as hosts";
    if (!std::ranges::all_of(hosts, [](const host& each) { return is_port(each.port); }))
        return "a port is a number from 1 to 65535";
    return {};
}

std::string describe_conninfo(const std::string& conninfo)
{
    const auto all = options::complete(conninfo);
    const auto name = all["dbname"].empty() ? all["user"] : all["dbname"];
    const auto where = all["host"].empty() ? all["hostaddr"] : all["host"];
    return fmt::format("{} at {}:{}", name, where.empty() ? "the default socket" : where, all["port"]);
}

} // namespace rinha::pg
