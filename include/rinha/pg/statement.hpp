#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rinha::pg {

// A type of the server. The built-in ones have had these numbers for ever (pg_type.dat).
using oid = std::uint32_t;

namespace oids {

inline constexpr oid int8 = 20;
inline constexpr oid text = 25;
inline constexpr oid date = 1082;
inline constexpr oid uuid = 2950;
inline constexpr oid text_array = 1009;
inline constexpr oid date_array = 1182;
inline constexpr oid uuid_array = 2951;

} // namespace oids

// A statement that every connection of a pool prepares when it connects. Parameters and results travel in binary. It
// must outlive the connections: they refer to it.
struct statement
{
    std::string name;
    std::string sql;
    std::vector<oid> parameter_types;

    // Without effect on the database, so that it may share a round trip (one Sync) with others, and may be sent again:
    // where another of them fails, or the connection is cut.
    bool read_only = false;
};

} // namespace rinha::pg
