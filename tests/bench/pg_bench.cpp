// The pipelined path to PostgreSQL: SELECT by key on one connection, beside which pgbench's own figures can be put.
//
// One iteration is one statement, from execute() to its row. As many callers as are to be in flight ask one after the
// other. CPU time is that of this process; `backend` is that of the server's process, in seconds a statement.
//
//   scripts/bench pg
//   DATABASE_URL=… build/bench/bin/bench_pg      on a database that `pgbench -i` has filled
#include "rinha/pg/connection.hpp"

#include <benchmark/benchmark.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstdint>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

namespace rinha::pg {
namespace {

const statement find{"find", "select abalance from pgbench_accounts where aid = $1", {oids::int8}, true};
const statement backend{"backend", "select pg_backend_pid()", {}, true};

std::string url()
{
    const char* const given = std::getenv("DATABASE_URL");
    return given == nullptr ? "" : given;
}

// One connection for all the program's measurements.
class accounts
{
public:
    explicit accounts(const std::string& conninfo)
        : link_(context_.get_executor(), {.conninfo = conninfo}, {find, backend}, metrics_)
    {
        link_.run();
        run(connect());
    }

    static accounts& shared()
    {
        spdlog::set_level(spdlog::level::warn);
        static accounts one(url());
        return one;
    }

    bool is_up() const noexcept { return link_.is_up(); }

    void ask(std::int64_t times, std::int64_t in_flight)
    {
        left_ = times;
        for (callers_ = in_flight; in_flight > 0; --in_flight)
            asio::co_spawn(context_, ask_while_any_are_left(), [this](const std::exception_ptr& failure) {
                if (failure)
                    std::rethrow_exception(failure);
                if (--callers_ == 0)
                    context_.stop();
            });
        context_.restart();
        context_.run();
    }

    // Seconds that the server's process has run, by the scheduler's count.
    double backend_cpu() const
    {
        std::ifstream file(fmt::format("/proc/{}/schedstat", backend_));
        double nanoseconds = 0;
        file >> nanoseconds;
        return 1e-9 * nanoseconds;
    }

private:
    void run(awaitable<void> what)
    {
        asio::co_spawn(context_, std::move(what), [this](const std::exception_ptr&) { context_.stop(); });
        context_.run();
    }

    awaitable<void> connect()
    {
        const bool is_up = co_await link_.wait_up(clock::now() + std::chrono::seconds{5});
        if (!is_up)
            co_return;
        const auto got = co_await link_.execute(backend, {});
        backend_ = got.value().integer(0, 0);
    }

    awaitable<void> ask_while_any_are_left()
    {
        std::uniform_int_distribution<std::int64_t> key{1, 100'000};
        while (left_ > 0) {
            --left_;
            params with;
            with.add(key(random_));
            const auto got = co_await link_.execute(find, std::move(with));
            if (!got || got->size() != 1)
                throw std::runtime_error(got ? "no such account" : got.error().message());
        }
    }

    asio::io_context context_{1};
    metrics::registry metrics_;
    connection link_;
    std::int64_t backend_ = 0; // its process
    std::int64_t left_ = 0;    // to be asked
    std::int64_t callers_ = 0; // that have not ended
    std::minstd_rand random_;
};

void select_by_key(benchmark::State& state)
{
    if (url().empty()) {
        state.SkipWithError("DATABASE_URL names no database");
        return;
    }
    auto& at = accounts::shared();
    if (!at.is_up()) {
        state.SkipWithError("no connection to DATABASE_URL, or pgbench -i has not filled it");
        return;
    }
    const double before = at.backend_cpu();
    while (state.KeepRunningBatch(state.max_iterations)) // all at once: the pipeline does not run dry in between
        at.ask(state.max_iterations, state.range(0));
    state.counters["backend"] = {at.backend_cpu() - before, benchmark::Counter::kAvgIterations};
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(select_by_key)
    ->ArgName("in_flight")
    ->Arg(1)
    ->Arg(8)
    ->Arg(64)
    ->Unit(benchmark::kMicrosecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

} // namespace
} // namespace rinha::pg
