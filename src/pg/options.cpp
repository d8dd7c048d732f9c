#include "pg/options.hpp"

#include <array>

namespace rinha::pg {

options options::parse(const std::string& conninfo) { return options{PQconninfoParse(conninfo.c_str(), nullptr)}; }

options options::complete(const std::string& conninfo)
{
    // libpq puts them together only on its way to a connection. A mode that there is not stops it there, before it
    // looks at any network.
    static constexpr std::array keys{"dbname", "sslmode", static_cast<const char*>(nullptr)};
    const std::array values{conninfo.c_str(), "?", static_cast<const char*>(nullptr)};
    PGconn* stopped = PQconnectStartParams(keys.data(), values.data(), 1);
    options all{PQconninfo(stopped)};
    PQfinish(stopped);
    return all;
}

std::string_view options::operator[](std::string_view keyword) const noexcept
{
    for (const auto* each = all_.get(); each && each->keyword; ++each)
        if (each->keyword == keyword && each->val)
            return each->val;
    return {};
}

} // namespace rinha::pg
