#pragma once

#include "rinha/core/async.hpp"

#include <chrono>
#include <cstddef>

namespace rinha {

struct flush_settings
{
    std::chrono::microseconds interval{2'000}; // the least time between two flushes' beginnings when rows are many
    double busy_rows_per_second = 500;         // of this writer; below this rate the interval is zero
    std::chrono::milliseconds memory{50};      // how far back the rate is measured
    std::size_t full_rows = 256;               // so many rows are flushed without waiting
    std::size_t full_bytes = 1024 * 1024;      // and so many bytes
};

// When the next batch should leave: at once where nothing was sent lately or rows are few, else an interval after the
// last one began. (A transaction costs as much as seven of its rows; a fixed linger would only add latency.) Pure: is
// told the time.
class flush_policy
{
public:
    explicit flush_policy(flush_settings settings = {})
        : settings_(settings)
    {
    }

    // `now` never goes back.
    void row_arrived(clock::time_point now);
    void flush_began(clock::time_point now) { last_flush_ = now; }

    // When a flush of what is ready is due, given that a connection is idle: what is not in the future means at once.
    // Never later than the interval after the last flush; `time_point::max()` if nothing is ready.
    clock::time_point due(std::size_t ready_rows, std::size_t ready_bytes) const;

    // Arrivals a second, as of the last one: each counts the less the longer it is ago.
    double rate() const noexcept { return rate_; }

private:
    flush_settings settings_;
    double rate_ = 0;
    clock::time_point last_arrival_;
    clock::time_point last_flush_ = clock::time_point::min();
};

} // namespace rinha
