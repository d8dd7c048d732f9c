#include "rinha/pg/connection.hpp"

#include "support/loop.hpp"
#include "support/postgres.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <optional>
#include <string>

namespace rinha::pg {
namespace {

using namespace std::chrono;
using namespace std::chrono_literals;
using namespace std::string_literals;
using support::postgres;
using testing::HasSubstr;

const statement echo{"echo", "select $1", {oids::int8}, true};
const statement divide{"divide", "select 100 / $1", {oids::int8}, true};
const statement types{"types",
                      "select $1, $2, $3, $4, $5::jsonb, null::text, 7::int2, -2000000000",
                      {oids::text, oids::int8, oids::uuid, oids::date, oids::text},
                      true};
const statement arrays{
    "arrays", "select * from unnest($1, $2, $3)", {oids::text_array, oids::uuid_array, oids::date_array}, true};
const statement length{"length", "select length($1), $1", {oids::text}, true};
const statement nap{"nap", "select pg_sleep($1 / 1000.0)", {oids::int8}, true};
const statement work{"work", "with nap as (select pg_sleep($1 / 1000.0)) select $1 from nap", {oids::int8}, false};
const statement setting{"setting", "select current_setting($1)", {oids::text}, true};
const statement insert{"insert", "insert into t values ($1) returning n", {oids::int8}, false};
const statement insert_late{"insert_late", "insert into late values ($1) returning n", {oids::int8}, false};
const statement count{"count", "select count(*) from t", {}, true};

const std::vector<statement> statements{echo, divide,  types,  arrays,      length, nap,
                                        work, setting, insert, insert_late, count};

std::string new_database()
{
    auto& cluster = postgres::shared();
    auto made = cluster.make_database();
    cluster.sql(made, "create table t (n bigint primary key);"
                      "create table late (n bigint unique deferrable initially deferred)");
    return made;
}

class Live : public testing::Test
{
protected:
    explicit Live(connection_settings with = {})
    {
        static const std::string database = new_database();
        postgres::shared().sql(database, "truncate t, late");
        with.conninfo = database;
        link.emplace(io.executor(), std::move(with), statements, registry);
        link->run();
        up = io.run(link->wait_up(clock::now() + 5s));
    }

    void SetUp() override { ASSERT_TRUE(up); }

    result<rows> execute(const statement& what, params with = {})
    {
        return io.run(link->execute(what, std::move(with)));
    }

    // One execution for each number, all at once.
    std::vector<result<rows>> execute_all(const statement& what, const std::vector<std::int64_t>& numbers)
    {
        std::vector<awaitable<result<rows>>> calls;
        calls.reserve(numbers.size());
        for (const auto n : numbers)
            calls.push_back(link->execute(what, params{}.add(n)));
        return io.run_all(std::move(calls));
    }

    awaitable<void> collect(const statement& what, params with, std::vector<result<rows>>& out)
    {
        auto answer = co_await link->execute(what, std::move(with));
        out.push_back(std::move(answer));
    }

    support::loop io;
    metrics::registry registry;
    std::optional<connection> link;
    bool up = false;
};

TEST_F(Live, ValuesOfAllTypesComeBackAsTheyWere)
{
    const uuid id{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 255}};
    const auto got = execute(types, params{}
                                        .add("é 😀")
                                        .add(std::int64_t{-9'000'000'000'000'000'000})
                                        .add(id)
                                        .add(1y / January / 1)
                                        .add(R"(["a,b", "\""])"));
    ASSERT_TRUE(got) << got.error().message();
    ASSERT_EQ(got->size(), 1);
    EXPECT_EQ(got->text(0, 0), "é 😀");
    EXPECT_EQ(got->integer(0, 1), -9'000'000'000'000'000'000);
    EXPECT_EQ(got->id(0, 2), id);
    EXPECT_EQ(got->date(0, 3), 1y / January / 1);
    EXPECT_EQ(got->jsonb(0, 4), R"(["a,b", "\""])");
    EXPECT_TRUE(got->is_null(0, 5));
    EXPECT_EQ(got->integer(0, 6), 7);
    EXPECT_EQ(got->integer(0, 7), -2'000'000'000);
}

TEST_F(Live, ArraysComeBackAsRows)
{
    const std::array<std::string_view, 3> texts{"", "a,b\"\\{}", "NULL"};
    const std::array<uuid, 3> ids{uuid{{1}}, uuid{{2}}, uuid{{3}}};
    const std::array<date, 3> dates{2000y / January / 1, 9999y / December / 31, 1y / January / 1};
    const auto got = execute(arrays, params{}.add(std::span{texts}).add(std::span{ids}).add(std::span{dates}));
    ASSERT_TRUE(got) << got.error().message();
    ASSERT_EQ(got->size(), 3);
    for (int i = 0; i < 3; ++i) {
        const auto at = static_cast<std::size_t>(i);
        EXPECT_EQ(got->text(i, 0), texts[at]);
        EXPECT_EQ(got->id(i, 1), ids[at]);
        EXPECT_EQ(got->date(i, 2), dates[at]);
    }
}

TEST_F(Live, EmptyArraysGiveNoRows)
{
    const auto got = execute(
        arrays,
        params{}.add(std::span<const std::string_view>{}).add(std::span<const uuid>{}).add(std::span<const date>{}));
    ASSERT_TRUE(got) << got.error().message();
    EXPECT_EQ(got->size(), 0);
}

TEST_F(Live, EachCallerGetsItsOwnAnswer)
{
    std::vector<std::int64_t> numbers(500);
    std::iota(numbers.begin(), numbers.end(), 0);
    const auto got = execute_all(echo, numbers);
    for (std::size_t i = 0; i < got.size(); ++i) {
        ASSERT_TRUE(got[i]) << got[i].error().message();
        EXPECT_EQ(got[i]->integer(0, 0), numbers[i]);
    }
}

TEST_F(Live, AFailedReadDoesNotTouchThoseThatShareItsRoundTrip)
{
    const std::vector<std::int64_t> numbers{1, 0, 2, 0, 0, 4, 5, 0, 10};
    const auto got = execute_all(divide, numbers);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (numbers[i] == 0) {
            ASSERT_TRUE(got[i].has_error());
            EXPECT_EQ(got[i].error(), errc::data_exception);
        } else {
            ASSERT_TRUE(got[i]) << got[i].error().message();
            EXPECT_EQ(got[i]->integer(0, 0), 100 / numbers[i]);
        }
    }
}

TEST_F(Live, AFailedWriteDoesNotTouchItsNeighbours)
{
    const auto got = execute_all(insert, {1, 2, 1, 3});
    EXPECT_TRUE(got[0]);
    EXPECT_TRUE(got[1]);
    ASSERT_TRUE(got[2].has_error());
    EXPECT_EQ(got[2].error(), errc::constraint_violated);
    EXPECT_TRUE(got[3]);
    EXPECT_EQ(execute(count)->integer(0, 0), 3);
}

TEST_F(Live, AWriteWhoseCommitFailsHasFailedAndWhatFollowsIsInStep)
{
    const auto got = execute_all(insert_late, {1, 1, 2});
    EXPECT_TRUE(got[0]);
    ASSERT_TRUE(got[1].has_error());
    EXPECT_EQ(got[1].error(), errc::constraint_violated);
    EXPECT_TRUE(got[2]);
    EXPECT_EQ(execute(echo, params{}.add(std::int64_t{7}))->integer(0, 0), 7);
    EXPECT_TRUE(link->is_up());
}

TEST_F(Live, LargeValuesTravelBothWaysAtOnce)
{
    const std::string large(1'000'000, 'x'); // more than a socket's buffers
    std::vector<awaitable<result<rows>>> calls;
    calls.reserve(4);
    for (int i = 0; i < 4; ++i)
        calls.push_back(link->execute(length, params{}.add(large)));
    for (const auto& got : io.run_all(std::move(calls))) {
        ASSERT_TRUE(got) << got.error().message();
        EXPECT_EQ(got->integer(0, 0), 1'000'000);
        EXPECT_EQ(got->text(0, 1), large);
    }
}

TEST_F(Live, MoreThanMayWaitIsOverloadedAtOnce)
{
    const auto got = execute_all(echo, std::vector<std::int64_t>(2'000));
    EXPECT_TRUE(got.front());
    ASSERT_TRUE(got.back().has_error());
    EXPECT_EQ(got.back().error(), errc::overloaded);
}

TEST_F(Live, TheAnswerToACancelledStatementIsSwallowed)
{
    asio::cancellation_signal signal;
    bool done = false;
    std::vector<result<rows>> got;
    asio::co_spawn(io.executor(), collect(nap, params{}.add(std::int64_t{700}), got),
                   asio::bind_cancellation_slot(signal.slot(), [&](const std::exception_ptr&) { done = true; }));
    io.run_until([&] { return link->load() > 0; });
    io.turn();
    const auto began = clock::now();
    signal.emit(asio::cancellation_type::terminal);
    io.run_until([&] { return done; });
    ASSERT_TRUE(got.size() == 1 && got.front().has_error());
    EXPECT_EQ(got.front().error(), asio::error::operation_aborted);
    EXPECT_LT(clock::now() - began, 500ms);
    EXPECT_EQ(link->load(), 1u);
    signal.emit(asio::cancellation_type::terminal); // nobody is there any more

    EXPECT_EQ(execute(echo, params{}.add(std::int64_t{7}))->integer(0, 0), 7);
    EXPECT_EQ(link->load(), 0u);
}

TEST_F(Live, WhatIsInFlightIsAnsweredBeforeItStops)
{
    std::vector<result<rows>> got;
    io.begin(collect(work, params{}.add(std::int64_t{200}), got));
    io.turn();
    io.run(link->stop(clock::now() + 5s));
    io.wait();
    ASSERT_EQ(got.size(), 1u);
    EXPECT_TRUE(got.front());
    EXPECT_FALSE(link->is_up());
    EXPECT_EQ(execute(count).error(), errc::unavailable);
}

TEST_F(Live, StopsAtItsDeadlineAlsoWhenSomethingIsInFlight)
{
    std::vector<result<rows>> got;
    io.begin(collect(work, params{}.add(std::int64_t{3'000}), got));
    io.run_until([&] { return link->load() > 0; });
    const auto began = clock::now();
    io.run(link->stop(began + 100ms));
    EXPECT_LT(clock::now() - began, 1s);
    io.wait();
    ASSERT_TRUE(got.front().has_error());
    EXPECT_EQ(got.front().error(), errc::lost);
}

TEST_F(Live, CallersAreAnsweredWhenItIsDestroyed)
{
    std::vector<result<rows>> got;
    io.begin(collect(work, params{}.add(std::int64_t{3'000}), got));
    io.run_until([&] { return link->load() > 0; });
    link.reset();
    io.wait();
    ASSERT_TRUE(got.front().has_error());
}

TEST_F(Live, IsMeasured)
{
    execute(echo, params{}.add(std::int64_t{1}));
    const auto text = registry.to_text();
    for (const char* line : {R"(pg_connections{pool="main"} 1)", R"(pg_connections_up{pool="main"} 1)",
                             R"(pg_connections_in_use{pool="main"} 0)", R"(pg_statements_in_flight{pool="main"} 0)",
                             R"(pg_statements_waiting{pool="main"} 0)", R"(pg_statement_bytes{pool="main"} 0)",
                             R"(pg_reconnects_total{pool="main"} 0)", R"(pg_round_trip_seconds_count{pool="main"} 1)"})
        EXPECT_THAT(text, HasSubstr(line));
    EXPECT_GT(link->latency(), 0us);
}

class LiveWithSession : public Live
{
protected:
    LiveWithSession()
        : Live({.statement_deadline = 2'000ms, .session = {{"work_mem", "7MB"}}})
    {
    }
};

TEST_F(LiveWithSession, SettingsHoldFromTheStart)
{
    EXPECT_EQ(execute(setting, params{}.add("work_mem"))->text(0, 0), "7MB");
    EXPECT_EQ(execute(setting, params{}.add("statement_timeout"))->text(0, 0), "1800ms");
}

class LiveOfAMegabyte : public Live
{
protected:
    LiveOfAMegabyte()
        : Live({.max_bytes = 1'000'000})
    {
    }
};

TEST_F(LiveOfAMegabyte, MoreBytesThanMayBeThereAreOverloadedAtOnceAndTheRestIsAnswered)
{
    std::vector<awaitable<result<rows>>> calls;
    calls.reserve(4);
    for (int i = 0; i < 4; ++i)
        calls.push_back(link->execute(length, params{}.add(std::string_view(std::string(400'000, 'x')))));
    const auto got = io.run_all(std::move(calls));
    EXPECT_TRUE(got[0]);
    EXPECT_TRUE(got[1]);
    EXPECT_EQ(got[2].error(), errc::overloaded);
    EXPECT_EQ(got[3].error(), errc::overloaded);
    EXPECT_THAT(registry.to_text(), HasSubstr(R"(pg_statement_bytes{pool="main"} 0)"));
    EXPECT_TRUE(execute(count));
}

class LiveInAHurry : public Live
{
protected:
    LiveInAHurry()
        : Live({.statement_deadline = 1'000ms})
    {
    }
};

TEST_F(LiveInAHurry, TheServerGivesUpAStatementBeforeItsDeadline)
{
    const auto began = clock::now();
    const auto got = execute_all(work, {2'000});
    ASSERT_TRUE(got[0].has_error());
    EXPECT_EQ(got[0].error(), errc::timed_out);
    EXPECT_LE(clock::now() - began, 1'400ms);
    EXPECT_TRUE(link->is_up());
}

class LiveWithoutTimeout : public Live
{
protected:
    LiveWithoutTimeout()
        : Live({.statement_deadline = 300ms, .silence = 700ms, .session = {{"statement_timeout", "0"}}})
    {
    }
};

TEST_F(LiveWithoutTimeout, EveryCallIsAnsweredAtItsDeadlineAndTheConnectionIsReplaced)
{
    const auto began = clock::now();
    std::vector<awaitable<result<rows>>> calls;
    calls.push_back(link->execute(work, params{}.add(std::int64_t{3'000})));
    calls.push_back(link->execute(count, {}));
    const auto got = io.run_all(std::move(calls));
    EXPECT_LE(clock::now() - began, 600ms);
    EXPECT_EQ(got[0].error(), errc::lost);
    EXPECT_EQ(got[1].error(), errc::timed_out);

    io.run_until([&] { return !link->is_up(); });
    EXPECT_TRUE(io.run(link->wait_up(clock::now() + 2s)));
    EXPECT_LT(clock::now() - began, 2s);
    EXPECT_TRUE(execute(count));
}

} // namespace
} // namespace rinha::pg
