#include "pg/hosts.hpp"

#include "pg/options.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <string_view>

namespace rinha::pg {
namespace {

std::vector<std::string> split(std::string_view list)
{
    std::vector<std::string> out;
    for (std::size_t begin = 0; begin <= list.size();) {
        const auto end = std::min(list.find(',', begin), list.size());
        out.emplace_back(list.substr(begin, end - begin));
        begin = end + 1;
    }
    return out;
}

bool is_numeric(const std::string& name)
{
    boost::system::error_code no;
    boost::asio::ip::make_address(name, no);
    return !no;
}

// As libpq's is_unixsock_path(): `@` begins a name in the abstract namespace.
bool is_socket(const std::string& name) { return name.starts_with('/') || name.starts_with('@'); }

} // namespace

std::vector<host> hosts_of(const std::string& conninfo)
{
    const auto all_options = options::complete(conninfo);
    const auto names = all_options["host"], addresses = all_options["hostaddr"], ports = all_options["port"];
    const auto name = split(names), address = split(addresses), port = split(ports);
    const auto count = addresses.empty() ? name.size() : address.size();
    const auto fits = [count](std::string_view list, std::size_t items) { return list.empty() || items == count; };
    if (!fits(names, name.size()) || !(fits(ports, port.size()) || port.size() == 1))
        return {};

    std::vector<host> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        all[i].name = names.empty() ? "" : name[i];
        all[i].address = addresses.empty() ? "" : address[i];
        all[i].port = port.size() == 1 ? port.front() : port[i];
    }
    return all;
}

bool needs_address(const host& of)
{
    return of.address.empty() && !of.name.empty() && !is_socket(of.name) && !is_numeric(of.name);
}

host_lists join(const std::vector<host>& all)
{
    host_lists out;
    for (const host& each : all) {
        const auto* comma = &each == all.data() ? "" : ",";
        out.host += comma + each.name;
        out.hostaddr += comma + each.address;
        out.port += comma + each.port;
    }
    return out;
}

} // namespace rinha::pg
