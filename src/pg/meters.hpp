#pragma once

#include "rinha/metrics/registry.hpp"

#include <string>

namespace rinha::pg {

// What one connection measures. Those of a pool, of all threads, are summed at the scrape.
struct meters
{
    meters(metrics::registry& m, const std::string& pool)
        : of{{"pool", pool}}
        , connections(m.make_gauge("pg_connections", "Connections to the database, whether up or not.", of))
        , up(m.make_gauge("pg_connections_up", "Connections that are up.", of))
        , in_use(m.make_gauge("pg_connections_in_use", "Connections with statements in flight.", of))
        , in_flight(m.make_gauge("pg_statements_in_flight", "Statements sent and not yet answered.", of))
        , waiting(m.make_gauge("pg_statements_waiting", "Statements not yet sent.", of))
        , bytes(m.make_gauge("pg_statement_bytes", "Parameters of the statements in flight and waiting.", of))
        , reconnects(m.make_counter("pg_reconnects_total", "Connections made after one was lost.", of))
        , round_trip(m.make_histogram("pg_round_trip_seconds", "From sending a statement to its answer.",
                                      metrics::latency_bounds(), of))
    {
    }

    metrics::labels of;
    metrics::gauge& connections;
    metrics::gauge& up;
    metrics::gauge& in_use;
    metrics::gauge& in_flight;
    metrics::gauge& waiting;
    metrics::gauge& bytes;
    metrics::counter& reconnects;
    metrics::histogram& round_trip;
};

} // namespace rinha::pg
