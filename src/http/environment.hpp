#pragma once

#include "http/access_log.hpp"
#include "http/budget.hpp"
#include "http/date_line.hpp"
#include "http/exchange.hpp"
#include "http/instruments.hpp"
#include "http/slow_reader.hpp"
#include "rinha/core/async.hpp"
#include "rinha/http/router.hpp"
#include "rinha/http/server.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

namespace rinha::http {

// What all connections of one thread share.
struct environment
{
    environment(const router& r, const server_settings& s, metrics::registry& m)
        : routes(r)
        , settings(s)
        , metrics(r, m)
        , log(s.access_log ? access_log(access_log::to_stdout()) : access_log())
        , exchanges({.target = s.max_target, .head = s.max_head})
        , received(s.max_buffered, metrics.received)
        , unsent(s.max_buffered, metrics.unsent)
    {
    }

    const router& routes;
    server_settings settings;
    instruments metrics;
    access_log log;
    date_line date;
    exchange_pool exchanges;
    budget received; // requests that are not whole, and input behind what is being answered
    budget unsent;   // answers that are not taken
    slow_readers readers;
    clock::time_point now = clock::now();         // as of the last time that a connection woke up
    std::size_t in_flight = 0;                    // async handlers running
    std::optional<clock::time_point> drain_began; // from then on answers close their connections

    // For the connection that is running. Nobody waits or ends while there is something of its own in these.
    std::array<char, 64 * 1024> input{};
    std::string output;
};

} // namespace rinha::http
