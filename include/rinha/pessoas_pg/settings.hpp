#pragma once

#include "rinha/core/batcher.hpp"
#include "rinha/core/flush_policy.hpp"

#include <chrono>
#include <cstddef>
#include <string>

namespace rinha::pessoas_pg {

// Of the repository of one I/O thread.
struct settings
{
    std::string conninfo;                      // libpq's: URI, key=value, or empty for PG* and its defaults
    std::chrono::milliseconds deadline{5'000}; // from a call to its answer

    batch_limits batches = {}; // of creations; they share one connection
    flush_settings flushes = {};

    std::size_t read_connections = 1;
    std::size_t reads_in_flight = 64;  // on each
    std::size_t reads_waiting = 1'024; // for each, beyond those

    // Searches and counts, which can take long, have connections of their own: each runs one at a time.
    std::size_t search_connections = 1; // more take PostgreSQL's CPU from the creations where searches are dear
    std::size_t searches_waiting = 256; // for each, beyond the one that runs
};

} // namespace rinha::pessoas_pg
