#pragma once

#include "rinha/core/async.hpp"
#include "rinha/core/result.hpp"
#include "rinha/metrics/registry.hpp"
#include "rinha/pg/error.hpp"
#include "rinha/pg/params.hpp"
#include "rinha/pg/rows.hpp"
#include "rinha/pg/statement.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace rinha::pg {

struct connection_settings
{
    std::string conninfo;                                  // libpq's: URI, key=value, or empty for PG* and its defaults
    std::chrono::milliseconds connect_timeout{2'000};      // one attempt
    std::chrono::milliseconds statement_deadline{5'000};   // from execute() to its answer
    std::chrono::milliseconds backoff_min{50};             // between attempts, doubled, with jitter
    std::chrono::milliseconds backoff_max{500};
    std::chrono::milliseconds ping_interval{1'000};        // an idle or silent connection is asked for a sign of life
    std::size_t max_in_flight = 64;                        // statements sent and not yet answered
    std::size_t max_waiting = 1'024;                       // statements not yet sent; beyond that errc::overloaded
    std::vector<std::pair<std::string, std::string>> session; // SET at each connect: plan_cache_mode, jit, …
};

// One pipelined connection that keeps itself connected: connects when run, prepares its statements, and after a loss
// tries again for ever. Belongs to one I/O thread.
class connection
{
public:
    connection(executor ex, connection_settings settings, std::vector<statement> statements, metrics::registry& m);
    ~connection();

    // Starts it; returns at once.
    void run();

    // No more statements; those in flight are answered, then it closes. Done when closed, or at `deadline`.
    awaitable<void> stop(clock::time_point deadline);

    bool is_up() const noexcept;

    // The last round trip measured, by a statement or a ping.
    std::chrono::microseconds latency() const noexcept;

    std::size_t load() const noexcept; // waiting and in flight

    // Runs a statement that was named at construction. Answers at the latest at settings.statement_deadline. A
    // statement whose caller is cancelled, or too late, keeps its place in the pipeline: its answer is swallowed.
    awaitable<result<rows>> execute(const statement& what, params with);

    // Waits until it is up, or until `deadline`. Whether it is up.
    awaitable<bool> wait_up(clock::time_point deadline);

private:
    struct state;
    std::shared_ptr<state> state_;
};

} // namespace rinha::pg
