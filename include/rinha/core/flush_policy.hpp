#pragma once

#include "rinha/core/async.hpp"

#include <cstddef>

namespace rinha {

struct flush_settings
{
    std::chrono::microseconds interval{2'000}; // the least time between two flushes' beginnings when rows are many
    double busy_rows_per_second = 1'000;       // below this rate the interval is zero
    std::size_t full_rows = 256;               // so many rows are flushed without waiting
    std::size_t full_bytes = 1024 * 1024;
};

// When the next batch should leave: at once where nothing was sent lately, else a minimum interval after the last one
// began, zero at low rates. Pure: is told the time.
class flush_policy
{
public:
    explicit flush_policy(flush_settings settings = {}) : settings_(settings) {}

    void row_arrived(clock::time_point now);
    void flush_began(clock::time_point now, std::size_t rows);

    // When a flush of what is ready is due, given that a connection is idle: `now` or earlier means at once.
    clock::time_point due(std::size_t ready_rows, std::size_t ready_bytes) const;

private:
    flush_settings settings_;
};

} // namespace rinha
