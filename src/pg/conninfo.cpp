#include "rinha/pg/conninfo.hpp"

#include "pg/options.hpp"

#include <fmt/format.h>

namespace rinha::pg {

bool is_conninfo(const std::string& text)
{
    const auto given = options::parse(text);
    // libpq takes any text for the port until it connects, and then logs it: a part of a password, where that holds
    // an `@` or a `:` that is not percent-encoded.
    return given.is_valid() && given["port"].find_first_not_of("0123456789,") == std::string_view::npos;
}

std::string describe_conninfo(const std::string& conninfo)
{
    const auto all = options::complete(conninfo);
    const auto name = all["dbname"].empty() ? all["user"] : all["dbname"];
    const auto where = all["host"].empty() ? all["hostaddr"] : all["host"];
    return fmt::format("{} at {}:{}", name, where.empty() ? "the default socket" : where, all["port"]);
}

} // namespace rinha::pg
