#pragma once

#include <string>
#include <vector>

namespace rinha::pg {

// One place that a connection string leads to. libpq tries them in order.
struct host
{
    std::string name;    // of a machine, a numeric address, a folder of unix sockets, or empty for libpq's default
    std::string address; // numeric; empty where libpq is to find it
    std::string port;

    bool operator==(const host&) const = default;
};

// Of a connection string, with service files and PG*. Nothing where it can't be read, or names more ports than hosts:
// libpq will say so.
std::vector<host> hosts_of(const std::string& conninfo);

// Whether libpq would ask a name server, and block for that.
bool needs_address(const host& of);

// libpq's options for these places.
struct host_lists
{
    std::string host;
    std::string hostaddr;
    std::string port;
};

host_lists join(const std::vector<host>& all);

} // namespace rinha::pg
