#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rinha::pg {

using oid = std::uint32_t;

// A statement that every connection of a pool prepares when it connects. Parameters and results travel in binary.
struct statement
{
    std::string name;
    std::string sql;
    std::vector<oid> parameter_types;

    // Without effect on the database, so that it may share a round trip (one Sync) with others: where one fails, those
    // behind it are sent again.
    bool read_only = false;
};

} // namespace rinha::pg
