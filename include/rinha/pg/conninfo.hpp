#pragma once

#include <string>

namespace rinha::pg {

// Whether libpq can connect by it: a URI, `key=value …`, or empty.
bool is_conninfo(const std::string& text);

// Why no connection can come of it on this machine, where libpq knows that before it looks at any network: a port that
// there is none of, an unknown service or sslmode, more ports than hosts, …; also by what the environment and libpq's
// defaults add. One line without secrets, empty where nothing is known. Of one that is_conninfo().
std::string complaint_about(const std::string& conninfo);

// What a connection string means for who reads a log, and nothing that is secret: "pessoas at db:5432". What it leaves
// open is taken from the environment and libpq's defaults, as when connecting. For one that is_conninfo().
std::string describe_conninfo(const std::string& conninfo);

} // namespace rinha::pg
