#pragma once

#include "rinha/core/async.hpp"
#include "rinha/core/result.hpp"
#include "rinha/metrics/registry.hpp"
#include "rinha/pg/error.hpp"
#include "rinha/pg/params.hpp"
#include "rinha/pg/rows.hpp"
#include "rinha/pg/statement.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rinha::pg {

struct connection_settings
{
    std::string name = "main";                           // in the log, and in the metrics' label `pool`
    std::string conninfo = {};                           // libpq's: URI, key=value, or empty for PG* and its defaults
    std::chrono::milliseconds connect_timeout{1'000};    // one attempt; before it, likewise, name servers
    std::chrono::milliseconds statement_deadline{5'000}; // from execute() to its answer
    std::chrono::milliseconds backoff_min{50};           // between attempts, doubled, with jitter
    std::chrono::milliseconds backoff_max{500};
    std::chrono::milliseconds ping_interval{500}; // an idle connection is asked for a sign of life
    std::chrono::milliseconds silence{1'400};     // without a sign of life while an answer is owed: it is not up
    std::size_t max_in_flight = 64;               // statements sent and not yet answered
    std::size_t max_waiting = 1'024;              // statements not yet sent; beyond that errc::overloaded
    std::size_t max_bytes = 16 * 1024 * 1024; // of parameters, in flight and waiting; likewise, but one is always taken

    // SET at each connect: plan_cache_mode, jit, …. statement_timeout is a little less than statement_deadline, unless
    // it is set here.
    std::vector<std::pair<std::string, std::string>> session = {};

    std::string advice_if_unprepared = {}; // for the log, where it is unprepared
};

// One pipelined connection that keeps itself connected: connects when run, prepares its statements, and after a loss
// tries again for ever. Belongs to one I/O thread.
//
// After a loss the first attempt to connect is made at once; statements wait for it, also those that only read and were
// sent already. When it fails the database is known to be away: they are answered errc::unavailable, as are new ones.
class connection
{
public:
    connection(const executor& ex, connection_settings settings, std::vector<statement> statements,
               metrics::registry& m);
    ~connection(); // without stop(): what is not answered fails
    connection(const connection&) = delete;
    connection& operator=(const connection&) = delete;

    // Starts it; returns at once.
    void run();

    // No more statements: execute() fails with errc::unavailable.
    void refuse() noexcept;

    // Refuses; what it has is answered, then it closes. Done when closed, or at `deadline`.
    awaitable<void> stop(clock::time_point deadline);

    // Connected, and answering. From any thread.
    bool is_up() const noexcept;

    // It is not run, the last attempt to connect failed, or it gives no sign of life and no slow statement can be why:
    // execute() fails at once.
    bool is_away() const noexcept;

    // It is away because the statements name what the database does not have: its schema is not what they were written
    // for. From any thread.
    bool is_unprepared() const noexcept;

    // The last round trip measured, by a statement or a ping. From any thread.
    std::chrono::microseconds latency() const noexcept;

    std::size_t load() const noexcept; // waiting and in flight

    // Runs a statement that was named at construction. Answers at the latest at settings.statement_deadline. A
    // statement whose caller is cancelled, or too late, keeps its place in the pipeline: its answer is swallowed.
    //
    // A statement that is not read_only runs in a transaction of its own, which is committed when there are rows.
    awaitable<result<rows>> execute(const statement& what, params with);

    // Waits until it is up, or until `deadline`. Whether it is up.
    awaitable<bool> wait_up(clock::time_point deadline);

private:
    class state;
    std::shared_ptr<state> state_;
};

} // namespace rinha::pg
