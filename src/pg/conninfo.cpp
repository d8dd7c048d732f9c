#include "rinha/pg/conninfo.hpp"

#include <fmt/format.h>

#include <libpq-fe.h>

#include <memory>
#include <string_view>

namespace rinha::pg {
namespace {

using options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

options parse(const std::string& conninfo) { return {PQconninfoParse(conninfo.c_str(), nullptr), &PQconninfoFree}; }

std::string_view value(const options& of, std::string_view keyword)
{
    for (const auto* o = of.get(); o != nullptr && o->keyword != nullptr; ++o) {
        if (o->keyword == keyword && o->val != nullptr)
            return o->val;
    }
    return {};
}

} // namespace

bool is_conninfo(const std::string& text)
{
    const auto parsed = parse(text);
    // libpq takes any text for the port until it connects, and then logs it: a part of a password, where that holds
    // an `@` or a `:` that is not percent-encoded.
    const auto port = value(parsed, "port");
    return parsed && port.find_first_not_of("0123456789,") == std::string_view::npos;
}

std::string describe_conninfo(const std::string& conninfo)
{
    const auto given = parse(conninfo);
    const options defaults{PQconndefaults(), &PQconninfoFree};
    const auto effective = [&](std::string_view keyword) {
        const auto explicitly = value(given, keyword);
        return explicitly.empty() ? value(defaults, keyword) : explicitly;
    };
    const auto host = effective("host");
    const auto address = effective("hostaddr");
    const auto name = effective("dbname").empty() ? effective("user") : effective("dbname");
    const auto where = !host.empty() ? host : address;
    return fmt::format("{} at {}:{}", name, where.empty() ? "the default socket" : where, effective("port"));
}

} // namespace rinha::pg
