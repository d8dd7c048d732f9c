#pragma once

#include <string>

namespace rinha::pg {

// Whether libpq can connect by it: a URI, `key=value …`, or empty.
bool is_conninfo(const std::string& text);

// What a connection string means for who reads a log, and nothing that is secret: "pessoas at db:5432". What it leaves
// open is taken from the environment and libpq's defaults, as when connecting. For one that is_conninfo().
std::string describe_conninfo(const std::string& conninfo);

} // namespace rinha::pg
