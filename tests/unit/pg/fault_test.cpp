#include "rinha/pg/connection.hpp"
#include "rinha/pg/conninfo.hpp"
#include "support/captured_log.hpp"
#include "support/loop.hpp"
#include "support/postgres.hpp"
#include "unit/pg/proxy.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;
using support::postgres;
using testing::HasSubstr;
using testing::Not;

const statement echo{"echo", "select $1", {oids::int8}, true};
const statement nap{"nap", "select $1 from pg_sleep($1 / 1000.0)", {oids::int8}, true};
const statement work{"work", "with nap as (select pg_sleep($1 / 1000.0)) select $1 from nap", {oids::int8}, false};
const statement insert{"insert", "insert into t values ($1) returning n", {oids::int8}, false};
const std::vector<statement> statements{echo, nap, work, insert};

params number(std::int64_t n) { return std::move(params{}.add(n)); }

// With a cluster whose life is hard.
class Fault : public testing::Test
{
protected:
    static postgres& cluster()
    {
        static postgres instance;
        return instance;
    }

    void SetUp() override
    {
        cluster().start();
        cluster().sql(cluster().conninfo(), "create table if not exists t (n bigint primary key); truncate t");
        settings.conninfo = cluster().conninfo() + " application_name=faulty";
    }

    void connect()
    {
        link.emplace(io.executor(), settings, statements, registry);
        link->run();
        ASSERT_TRUE(io.run(link->wait_up(clock::now() + 5s)));
    }

    // Through a network.
    void connect_by_proxy()
    {
        const auto folder = cluster().sql(cluster().conninfo(), "show unix_socket_directories");
        network.emplace(io.executor(), folder + "/.s.PGSQL.5432");
        settings.conninfo = fmt::format("host=127.0.0.1 port={} user=postgres sslmode=disable", network->port());
        connect();
    }

    result<rows> execute(const statement& what, std::int64_t n) { return io.run(link->execute(what, number(n))); }

    // In the background.
    void begin(const statement& what, std::int64_t n)
    {
        io.begin(collect(what, n));
        io.run_until([&] { return link->load() > 0; });
        io.turn();
    }

    result<rows> end()
    {
        io.wait();
        result<rows> first = std::move(answers.at(0));
        answers.clear();
        return first;
    }

    void wait_down(clock::duration at_most)
    {
        const auto deadline = clock::now() + at_most;
        while (link->is_up() && clock::now() < deadline)
            io.turn();
        ASSERT_FALSE(link->is_up());
    }

    bool comes_up(clock::duration within = 2s) { return io.run(link->wait_up(clock::now() + within)); }

    std::string sql(const std::string& text) { return cluster().sql(cluster().conninfo(), text); }

    std::vector<pid_t> backends()
    {
        std::istringstream list(sql("select pid from pg_stat_activity where application_name = 'faulty'"));
        return {std::istream_iterator<pid_t>(list), {}};
    }

    pid_t postmaster() { return std::stoi(sql("select pg_read_file('postmaster.pid')")); }

    awaitable<void> collect(const statement& what, std::int64_t n)
    {
        auto answer = co_await link->execute(what, number(n));
        answers.push_back(std::move(answer));
    }

    support::loop io;
    metrics::registry registry;
    connection_settings settings;
    std::optional<proxy> network;
    std::optional<connection> link;
    std::vector<result<rows>> answers;
};

TEST_F(Fault, ADatabaseThatIsAwayAtTheStartIsKnownToBeAwayAndComesUpLater)
{
    cluster().stop();
    link.emplace(io.executor(), settings, statements, registry);
    link->run();
    EXPECT_EQ(execute(echo, 1).error(), errc::unavailable);
    EXPECT_TRUE(link->is_away());
    const auto began = clock::now();
    EXPECT_EQ(execute(echo, 1).error(), errc::unavailable);
    EXPECT_LT(clock::now() - began, 500ms); // at once, and not at its deadline

    cluster().start();
    EXPECT_TRUE(comes_up());
    EXPECT_TRUE(execute(echo, 1));
}

TEST_F(Fault, AnImmediateStopIsNoticedAtOnceAndTheReturnWithinTwoSeconds)
{
    connect();
    cluster().stop(postgres::how::immediate);
    wait_down(2s);
    EXPECT_FALSE(comes_up(300ms));
    EXPECT_EQ(execute(insert, 1).error(), errc::unavailable);
    cluster().start();
    EXPECT_TRUE(comes_up());
    EXPECT_TRUE(execute(insert, 1));
    EXPECT_THAT(registry.to_text(), HasSubstr("pg_reconnects_total{pool=\"main\"} 1"));
}

TEST_F(Fault, AReadIsSentAgainWhenItsConnectionIsCutAndTheDatabaseIsNot)
{
    connect();
    begin(nap, 300);
    ::kill(backends().at(0), SIGTERM);
    const auto got = end();
    ASSERT_TRUE(got) << got.error().message();
    EXPECT_EQ(got->integer(0, 0), 300);
}

TEST_F(Fault, AWriteIsLostWhenItsConnectionIsCut)
{
    connect();
    begin(work, 4'000);
    ::kill(backends().at(0), SIGTERM);
    const auto cut = clock::now();
    EXPECT_EQ(end().error(), errc::lost);
    EXPECT_LT(clock::now() - cut, 2s);
    EXPECT_TRUE(comes_up());
}

TEST_F(Fault, AConnectionThatIsCutInTheMiddleOfAnAnswerIsReplaced)
{
    connect_by_proxy();
    network->cut_after(20);
    const auto got = execute(echo, 7);
    ASSERT_TRUE(got) << got.error().message();
    EXPECT_EQ(got->integer(0, 0), 7);

    network->cut_after(20);
    EXPECT_EQ(execute(insert, 1).error(), errc::lost);
    EXPECT_EQ(sql("select count(*) from t"), "1");
}

TEST_F(Fault, ASilentNetworkIsNoticedWithinTwoSecondsAndItsReturnToo)
{
    connect_by_proxy();
    network->swallow(true);
    wait_down(2s);
    const auto began = clock::now();
    EXPECT_EQ(execute(echo, 1).error(), errc::unavailable);
    EXPECT_LT(clock::now() - began, 500ms); // at once, and not at its deadline
    network->swallow(false);
    EXPECT_TRUE(comes_up());
}

TEST_F(Fault, AStoppedBackendIsReplacedWithinTwoSeconds)
{
    connect();
    const auto stopped = backends().at(0);
    ::kill(stopped, SIGSTOP);
    const auto began = clock::now();
    wait_down(2s);
    EXPECT_TRUE(comes_up());
    EXPECT_LT(clock::now() - began, 2s);
    EXPECT_TRUE(execute(echo, 1));
    ::kill(stopped, SIGCONT);
}

TEST_F(Fault, AStatementOnAStoppedBackendIsAnsweredAtItsDeadline)
{
    settings.statement_deadline = 2'500ms;
    connect();
    const auto stopped = backends().at(0);
    ::kill(stopped, SIGSTOP);
    const auto began = clock::now();
    begin(insert, 1);
    wait_down(2s);
    EXPECT_FALSE(link->is_away());
    EXPECT_EQ(end().error(), errc::lost);
    EXPECT_LE(clock::now() - began, 3s);
    EXPECT_TRUE(comes_up());
    ::kill(stopped, SIGCONT);
}

TEST_F(Fault, ASlowStatementIsNotTakenForALostConnection)
{
    settings.silence = 200ms;
    connect();
    begin(work, 600);
    wait_down(400ms);
    EXPECT_FALSE(link->is_away());
    EXPECT_TRUE(execute(echo, 1));
    EXPECT_TRUE(end());
    EXPECT_TRUE(link->is_up());
    EXPECT_THAT(registry.to_text(), HasSubstr("pg_reconnects_total{pool=\"main\"} 0"));
}

TEST_F(Fault, AStoppedServerIsNoticedWithinTwoSecondsAndItsReturnToo)
{
    connect();
    const auto server = postmaster();
    const auto backend = backends().at(0);
    ::kill(server, SIGSTOP);
    ::kill(backend, SIGSTOP);
    wait_down(2s);
    EXPECT_EQ(execute(insert, 1).error(), errc::unavailable);
    ::kill(server, SIGCONT);
    ::kill(backend, SIGCONT);
    EXPECT_TRUE(comes_up());
}

class FaultUnderLoad : public Fault
{
protected:
    FaultUnderLoad() { settings.max_waiting = 10'000; }

    static bool writes(std::int64_t n) { return n % 3 == 0; }

    awaitable<void> client()
    {
        while (!over) {
            const auto n = ++calls;
            const auto got = co_await link->execute(writes(n) ? insert : echo, number(n));
            EXPECT_TRUE(told.try_emplace(n, got.has_error() ? got.error() : error_code{}).second);
            if (got.has_error()) {
                timer pause{io.executor(), clock::now() + 1ms};
                co_await pause.async_wait(asio::as_tuple(asio::deferred));
            }
        }
    }

    void run_for(clock::duration time)
    {
        for (const auto deadline = clock::now() + time; clock::now() < deadline;)
            io.turn();
    }

    std::int64_t calls = 0;
    bool over = false;
    std::map<std::int64_t, error_code> told; // by number; no error for a row
};

TEST_F(FaultUnderLoad, EveryCallIsAnsweredOnceAndTrulyWhileTheServerFallsAndRises)
{
    connect();
    for (int i = 0; i < 20; ++i)
        io.begin(client());
    for (int i = 0; i < 3; ++i) {
        run_for(200ms);
        std::thread fall{[] { cluster().stop(postgres::how::immediate); }};
        run_for(300ms);
        fall.join();
        cluster().start();
        EXPECT_TRUE(comes_up());
    }
    run_for(100ms);
    over = true;
    io.wait();

    EXPECT_EQ(told.size(), static_cast<std::size_t>(calls));
    EXPECT_EQ(link->load(), 0u);
    std::istringstream list(sql("select n from t"));
    const std::set<std::int64_t> stored{std::istream_iterator<std::int64_t>(list), {}};
    int acknowledged = 0;
    for (const auto& [n, outcome] : told) {
        if (!writes(n))
            continue;
        if (outcome != errc::lost) {
            EXPECT_EQ(stored.contains(n), !outcome) << n << " was said to be: " << outcome.message();
        }
        acknowledged += outcome ? 0 : 1;
    }
    EXPECT_GT(acknowledged, 100);
}

TEST_F(Fault, WhatCanNotBePreparedKeepsItAwayUntilItCan)
{
    settings.advice_if_unprepared = "make it";
    sql("drop table t");
    support::captured_log log;
    link.emplace(io.executor(), settings, statements, registry);
    link->run();
    EXPECT_FALSE(comes_up(500ms));
    EXPECT_TRUE(link->is_unprepared());
    EXPECT_THAT(log.text(), HasSubstr("42P01 relation \"t\" does not exist; make it"));
    sql("create table t (n bigint primary key)");
    EXPECT_TRUE(comes_up());
    EXPECT_FALSE(link->is_unprepared());
}

TEST_F(Fault, AServerThatFailsWhileItPreparesIsAwayAndNotWithoutASchema)
{
    settings.advice_if_unprepared = "make it";
    settings.session = {{"work_mem", "much"}};
    support::captured_log log;
    link.emplace(io.executor(), settings, statements, registry);
    link->run();
    EXPECT_EQ(execute(echo, 1).error(), errc::unavailable);
    EXPECT_FALSE(link->is_unprepared());
    EXPECT_THAT(
        log.text(),
        HasSubstr("away: can't set up the session: 22023 invalid value for parameter \"work_mem\": \"much\"\n"));
}

TEST_F(Fault, ASettingThatTheServerDoesNotHaveIsNoMissingSchema)
{
    settings.advice_if_unprepared = "make it";
    settings.session = {{"no_such_setting", "on"}}; // 42704, as a missing type
    support::captured_log log;
    link.emplace(io.executor(), settings, statements, registry);
    link->run();
    EXPECT_EQ(execute(echo, 1).error(), errc::unavailable);
    EXPECT_FALSE(link->is_unprepared());
    EXPECT_THAT(log.text(), HasSubstr("can't set up the session: 42704 unrecognized"));
    EXPECT_THAT(log.text(), Not(HasSubstr("make it")));
}

TEST_F(Fault, AConnectionStringThatCanNotBeReadIsNotLogged)
{
    settings.conninfo = "host=localhost password=hunter2 hunter3";
    EXPECT_FALSE(is_conninfo(settings.conninfo));
    support::captured_log log;
    link.emplace(io.executor(), settings, statements, registry);
    link->run();
    EXPECT_EQ(execute(echo, 1).error(), errc::unavailable);
    EXPECT_THAT(log.text(), HasSubstr("the connection string can't be read"));
    EXPECT_THAT(log.text(), Not(HasSubstr("hunter")));
}

} // namespace
} // namespace rinha::pg
