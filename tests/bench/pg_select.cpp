// SELECT by key over one pipelined connection: CPU time and rate, beside which pgbench's own can be put.
//
//   scripts/bench pg_select
//   build/bench/bin/bench_pg_select URL [IN_FLIGHT [SECONDS]]      on a database that `pgbench -i` has filled
#include "rinha/pg/connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/this_coro.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

namespace rinha::pg {
namespace {

const statement find{"find", "select abalance from pgbench_accounts where aid = $1", {oids::int8}, true};
const statement backend{"backend", "select pg_backend_pid()", {}, true};

double own_cpu()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
    };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// Seconds that a process has run, by the scheduler's count.
double cpu_of(std::int64_t process)
{
    std::ifstream file(fmt::format("/proc/{}/schedstat", process));
    double nanoseconds = 0;
    file >> nanoseconds;
    return 1e-9 * nanoseconds;
}

struct run
{
    connection& link;
    clock::time_point until;
    std::uint64_t answered = 0;
    std::minstd_rand random{};
};

awaitable<void> client(run& of)
{
    std::uniform_int_distribution<std::int64_t> key{1, 100'000};
    while (clock::now() < of.until) {
        const auto got = co_await of.link.execute(find, params{}.add(key(of.random)));
        if (!got || got->size() != 1)
            throw std::runtime_error(got ? "no such account" : got.error().message());
        ++of.answered;
    }
}

awaitable<void> measure(connection& link, int in_flight, std::chrono::seconds time)
{
    const bool up = co_await link.wait_up(clock::now() + std::chrono::seconds{5});
    if (!up)
        throw std::runtime_error("no connection");
    const auto got = co_await link.execute(backend, {});
    const std::int64_t server = got->integer(0, 0);

    run of{link, clock::now() + time};
    const double own = own_cpu(), servers = cpu_of(server);
    int running = in_flight;
    const auto ex = co_await asio::this_coro::executor;
    timer done{ex, clock::time_point::max()};
    const auto ended = [&](const std::exception_ptr& failure) {
        if (failure)
            std::rethrow_exception(failure);
        if (--running == 0)
            done.cancel();
    };
    for (int i = 0; i < in_flight; ++i)
        asio::co_spawn(ex, client(of), ended);
    co_await done.async_wait(asio::as_tuple(asio::deferred));

    const auto n = static_cast<double>(of.answered);
    fmt::print("{} in flight: {:.0f}/s; CPU for each: {:.2f} µs here, {:.2f} µs in the backend\n", in_flight,
               n / static_cast<double>(time.count()), 1e6 * (own_cpu() - own) / n,
               1e6 * (cpu_of(server) - servers) / n);
    co_await link.stop(clock::now() + std::chrono::seconds{1});
}

} // namespace
} // namespace rinha::pg

int main(int argc, char** argv)
{
    using namespace rinha;
    if (argc < 2)
        return EXIT_FAILURE;
    const int in_flight = argc > 2 ? std::stoi(argv[2]) : 64;
    const std::chrono::seconds time{argc > 3 ? std::stoi(argv[3]) : 5};

    asio::io_context context{1};
    metrics::registry registry;
    spdlog::set_level(spdlog::level::warn);
    pg::connection link{context.get_executor(), {.conninfo = argv[1]}, {pg::find, pg::backend}, registry};
    link.run();
    asio::co_spawn(context, pg::measure(link, in_flight, time), [](const std::exception_ptr& failure) {
        if (failure)
            std::rethrow_exception(failure);
    });
    context.run();
}
