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

std::string options::complaint(const std::string& conninfo)
{
    // A port is the last that libpq looks at: when it complains of this one, which nobody has given, all else is well.
    static constexpr std::array keys{"dbname", "host", "hostaddr", "port", static_cast<const char*>(nullptr)};
    constexpr const char* no_port = "65536";
    const std::array values{conninfo.c_str(), "127.0.0.1", "127.0.0.1", no_port, static_cast<const char*>(nullptr)};
    PGconn* stopped = PQconnectStartParams(keys.data(), values.data(), 1);
    const std::string said(PQerrorMessage(stopped));
    PQfinish(stopped);
    return said.find(no_port) == std::string::npos ? said : std::string();
}

std::string_view options::operator[](std::string_view keyword) const noexcept
{
    for (const auto* each = all_.get(); each && each->keyword; ++each)
        if (each->keyword == keyword && each->val)
            return each->val;
    return {};
}

} // namespace rinha::pg
