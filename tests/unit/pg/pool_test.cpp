#include "rinha/pg/pool.hpp"

#include "support/loop.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;
using support::postgres;
using testing::HasSubstr;

const statement who{"who", "select pg_backend_pid() from pg_sleep($1 / 1000.0)", {oids::int8}, true};

params number(std::int64_t n) { return std::move(params{}.add(n)); }

// With a role of its own, so that its connections can be counted.
class Pool : public testing::Test
{
protected:
    Pool()
    {
        sql("create role crew login");
        connections.emplace(io.executor(), 3, connection_settings{.conninfo = conninfo}, std::vector{who}, registry);
        connections->run();
    }

    ~Pool() override
    {
        io.run(connections->stop(clock::now() + 5s));
        sql("drop role crew");
    }

    void SetUp() override { wait_for(3); }

    static void sql(const std::string& text) { postgres::shared().sql(postgres::shared().conninfo(), text); }

    // The backends that answer so many calls at a time; -1 where there is no answer.
    std::set<std::int64_t> answer(int calls)
    {
        std::vector<awaitable<result<rows>>> all;
        for (int i = 0; i < calls; ++i)
            all.push_back(call());
        std::set<std::int64_t> out;
        for (const auto& each : io.run_all(std::move(all)))
            out.insert(each ? each->integer(0, 0) : -1);
        return out;
    }

    // Chooses its connection when it runs, not when it is made.
    awaitable<result<rows>> call() { co_return co_await connections->execute(who, number(20)); }

    std::int64_t count_up()
    {
        const auto text = registry.to_text();
        const std::string name = R"(pg_connections_up{pool="main"} )";
        return std::stoi(text.substr(text.find(name) + name.size()));
    }

    void wait_for(std::int64_t up)
    {
        for (const auto deadline = clock::now() + 5s; count_up() != up && clock::now() < deadline;)
            io.turn();
        ASSERT_EQ(count_up(), up);
    }

    const std::string conninfo = postgres::shared().conninfo() + " user=crew";
    support::loop io;
    metrics::registry registry;
    std::optional<pool> connections;
};

TEST_F(Pool, CallsGoToTheLeastLoadedConnection)
{
    EXPECT_EQ(answer(3).size(), 3u);
    EXPECT_EQ(answer(1).size(), 1u);
}

TEST_F(Pool, CallsGoToConnectionsThatAreUp)
{
    const auto cut = *answer(3).begin();
    sql(fmt::format("alter role crew connection limit 2; select pg_terminate_backend({})", cut));
    wait_for(2);
    EXPECT_TRUE(connections->is_up());
    const auto seen = answer(6);
    EXPECT_EQ(seen.size(), 2u);
    EXPECT_FALSE(seen.contains(-1));
    EXPECT_FALSE(seen.contains(cut));
}

TEST_F(Pool, CallsFailAtOnceWhereAllAreAway)
{
    sql("alter role crew connection limit 0;"
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'crew'");
    wait_for(0);
    EXPECT_FALSE(connections->is_up());
    EXPECT_EQ(io.run(call()).error(), errc::unavailable);
    EXPECT_EQ(connections->latency(), 0us);
    sql("alter role crew connection limit 3");
    wait_for(3);
    EXPECT_EQ(answer(3).size(), 3u);
}

TEST_F(Pool, RefusesWhenItStops)
{
    io.run(connections->stop(clock::now() + 5s));
    EXPECT_EQ(io.run(call()).error(), errc::unavailable);
    EXPECT_FALSE(connections->is_up());
}

TEST(Pools, OfSeveralThreadsShareNothingButTheirMetrics)
{
    constexpr int threads = 3, calls = 300;
    metrics::registry registry;
    std::atomic<int> answered{0};
    std::atomic<const pool*> seen{nullptr};
    std::atomic<int> running{threads};
    std::atomic<bool> over{false};
    const auto serve = [&] {
        support::loop io;
        pool connections{io.executor(), 2, {.conninfo = postgres::shared().conninfo()}, {who}, registry};
        connections.run();
        io.run_until([&] { return connections.is_up(); });
        seen = &connections;
        for (int i = 0; i < calls; i += 10) {
            std::vector<awaitable<result<rows>>> some;
            for (int k = 0; k < 10; ++k)
                some.push_back(connections.execute(who, number(0)));
            for (const auto& each : io.run_all(std::move(some)))
                answered += each.has_value() ? 1 : 0;
        }
        --running;
        while (!over) // the pool that is seen must live
            io.turn();
        io.run(connections.stop(clock::now() + 5s));
    };
    (void)postgres::shared();
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back(serve);
    while (running > 0) {
        if (const pool* one = seen)
            (void)one->latency();
        (void)registry.to_text();
    }
    over = true;
    for (auto& each : all)
        each.join();
    EXPECT_EQ(answered, threads * calls);
    EXPECT_THAT(registry.to_text(), HasSubstr(R"(pg_round_trip_seconds_count{pool="main"} 900)"));
}

} // namespace
} // namespace rinha::pg
