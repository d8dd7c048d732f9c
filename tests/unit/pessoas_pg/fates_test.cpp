#include "instance.hpp"

#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/store_error.hpp"
#include "rinha/pg/session.hpp"
#include "unit/pessoas/repository_contract.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>
#include <string>
#include <vector>

// What each caller is told when the database does not just store all.
namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using pessoas::draft_of;
using pessoas::store_errc;
using testing::HasSubstr;

class Fates : public testing::Test
{
protected:
    // Creations stop; finds and searches go on.
    void block_creations() { block("pessoas IN SHARE MODE"); }
    void block_searches() { block("pessoas_trechos IN ACCESS EXCLUSIVE MODE"); }
    void unblock() { ASSERT_TRUE(other_.run("ROLLBACK")); }

    std::string one(const std::string& sql) { return pg::session(database_).run(sql)->at(0); }

    // Until the database has begun with so many of our statements that it can't finish.
    void until_blocked(int statements)
    {
        const auto wanted = std::to_string(statements);
        io_.run_until([&] {
            return one("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = "
                       "current_database()") == wanted;
        });
    }

    auto insert(std::string apelido, std::string nome = "Nome")
    {
        return io_.start(persons()->insert(draft_of(std::move(apelido), std::move(nome))));
    }

    instance& persons()
    {
        if (!persons_)
            persons_.emplace(io_, settings_);
        return *persons_;
    }

    std::string database_ = prepared_database();
    settings settings_{.conninfo = database_};
    pg::session other_{database_};
    support::loop io_;

private:
    void block(const std::string& table)
    {
        persons(); // which has prepared its statements: that takes locks as well
        ASSERT_TRUE(other_.run("BEGIN; LOCK TABLE " + table));
    }

    std::optional<instance> persons_;
};

TEST_F(Fates, ACreationThatTheDatabaseDoesNotFinishInTimeIsNotMadeLater)
{
    settings_.deadline = 300ms;
    block_creations();
    auto ana = insert("ana");
    const auto end = io_.finish(ana);

    EXPECT_TRUE(end.error() == store_errc::too_late || end.error() == store_errc::unconfirmed) << end.error();
    until_blocked(0);
    unblock();
    EXPECT_EQ(one("SELECT count(*) FROM pessoas"), "0");
}

TEST_F(Fates, EachCreationIsCountedOnceAlsoWhereItWaitedInVain)
{
    const auto counted = [this](const std::string& fate) {
        const auto text = persons().metrics();
        const auto name = "\npessoas_insert_rows_total{fate=\"" + fate + "\"} ";
        return std::stoi(text.substr(text.find(name) + name.size()));
    };
    settings_.deadline = 300ms;
    block_creations();
    std::vector<std::future<result<uuid>>> in_vain;
    in_vain.push_back(insert("out"));
    until_blocked(1); // so that the others wait behind it, to their own deadlines
    for (const char* each : {"waiting", "waiting too"})
        in_vain.push_back(insert(each));
    for (auto& each : in_vain)
        EXPECT_FALSE(io_.finish(each));
    until_blocked(0);
    EXPECT_EQ(counted("failed") + counted("uncertain"), 3);

    unblock();
    auto ana = insert("ana");
    EXPECT_TRUE(io_.finish(ana));
    EXPECT_EQ(counted("failed") + counted("uncertain"), 3);
    EXPECT_EQ(counted("stored"), 1);
}

TEST_F(Fates, TooManyWaitingCreationsAreRefusedAtOnce)
{
    settings_.batches.waiting = 1;
    block_creations();
    auto out = insert("out");
    until_blocked(1);
    auto waiting = insert("waiting");
    auto too_many = insert("too many");

    EXPECT_EQ(io_.finish(too_many).error(), store_errc::overloaded);
    unblock();
    EXPECT_TRUE(io_.finish(out));
    EXPECT_TRUE(io_.finish(waiting));
}

TEST_F(Fates, ACreationWhoseCallerIsCancelledBeforeItIsSentIsNeverMade)
{
    block_creations();
    auto out = insert("out");
    until_blocked(1);
    asio::cancellation_signal gone;
    std::optional<error_code> told;
    asio::co_spawn(io_.context(), persons()->insert(draft_of("gone")),
                   asio::bind_cancellation_slot(
                       gone.slot(), [&](const std::exception_ptr&, result<uuid> end) { told = end.error(); }));
    auto after = insert("after");
    gone.emit(asio::cancellation_type::terminal);
    io_.run_until([&] { return told.has_value(); });
    unblock();

    EXPECT_TRUE(io_.finish(out));
    EXPECT_TRUE(io_.finish(after));
    EXPECT_EQ(one("SELECT string_agg(apelido, ' ' ORDER BY apelido) FROM pessoas"), "after out");
}

TEST_F(Fates, OneBadRowDoesNotFailItsNeighbours)
{
    ASSERT_TRUE(other_.run("ALTER TABLE pessoas ADD CHECK (nome <> 'bad')"));
    block_creations();
    auto out = insert("out");
    until_blocked(1);
    std::vector<std::future<result<uuid>>> batch;
    for (int i = 0; i < 20; ++i)
        batch.push_back(insert("p" + std::to_string(i), i == 13 ? "bad" : "good"));
    unblock();

    EXPECT_TRUE(io_.finish(out));
    for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto end = io_.finish(batch[i]);
        EXPECT_EQ(end.has_value(), i != 13) << i;
        EXPECT_TRUE(end || end.error() == store_errc::refused);
    }
}

struct failure_of_the_database
{
    const char* sqlstate;
    store_errc told;
};

class FatesOfAll : public Fates, public testing::WithParamInterface<failure_of_the_database>
{
};

TEST_P(FatesOfAll, AreToldByWhatTheDatabaseSays)
{
    ASSERT_TRUE(other_.run(fmt::format("CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$"
                                       "BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{}'; END $$;"
                                       "CREATE TRIGGER t BEFORE INSERT ON pessoas FOR EACH ROW EXECUTE FUNCTION fail()",
                                       GetParam().sqlstate)));
    auto ana = insert("ana");
    auto bia = insert("bia");

    EXPECT_EQ(io_.finish(ana).error(), GetParam().told);
    EXPECT_EQ(io_.finish(bia).error(), GetParam().told);
    EXPECT_THAT(persons().metrics(), HasSubstr("\npessoas_insert_retries_total 0"));
}

INSTANTIATE_TEST_SUITE_P(Codes, FatesOfAll,
                         testing::Values(failure_of_the_database{"53100", store_errc::full},     // disk full
                                         failure_of_the_database{"53200", store_errc::full},     // out of memory
                                         failure_of_the_database{"25006", store_errc::away},     // read-only
                                         failure_of_the_database{"57P01", store_errc::away},     // shuts down
                                         failure_of_the_database{"58030", store_errc::away},     // I/O error
                                         failure_of_the_database{"57014", store_errc::too_late}, // statement_timeout
                                         failure_of_the_database{"22000", store_errc::refused},  // of each alone
                                         failure_of_the_database{"54000", store_errc::refused},
                                         failure_of_the_database{"42501", store_errc::refused}),
                         [](const auto& tested) { return std::string("Sqlstate") + tested.param.sqlstate; });

TEST_F(Fates, AVictimOfADeadlockIsTriedAgain)
{
    ASSERT_TRUE(other_.run("CREATE SEQUENCE tries;"
                           "CREATE FUNCTION twice() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                           " IF nextval('tries') < 3 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;"
                           " RETURN NEW; END $$;"
                           "CREATE TRIGGER t BEFORE INSERT ON pessoas FOR EACH ROW EXECUTE FUNCTION twice()"));

    auto ana = insert("ana");
    EXPECT_TRUE(io_.finish(ana));
    EXPECT_EQ(one("SELECT last_value FROM tries"), "3");
    EXPECT_THAT(persons().metrics(), HasSubstr("\npessoas_insert_retries_total 2"));
}

TEST_F(Fates, WhatFailsAfterADeadlockHadNoEffectEither)
{
    ASSERT_TRUE(other_.run("CREATE SEQUENCE tries;"
                           "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                           " IF nextval('tries') < 2 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;"
                           " RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$;"
                           "CREATE TRIGGER t BEFORE INSERT ON pessoas FOR EACH ROW EXECUTE FUNCTION fail()"));

    auto ana = insert("ana");
    EXPECT_EQ(io_.finish(ana).error(), store_errc::full);
    EXPECT_THAT(persons().metrics(), HasSubstr("\npessoas_insert_retries_total 1"));
}

TEST_F(Fates, NewCreationsDoNotHastenARetry)
{
    // What a sequence holds outlives a rollback: the last try, the shortest time between two, both in microseconds.
    ASSERT_TRUE(other_.run(
        "CREATE SEQUENCE tries; CREATE SEQUENCE last_try; CREATE SEQUENCE shortest; SELECT setval('shortest', 1000000);"
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$"
        "DECLARE now bigint := extract(epoch FROM clock_timestamp()) * 1000000;"
        "BEGIN"
        " IF nextval('tries') > 31 THEN RETURN NEW; END IF;"
        " PERFORM setval('shortest', least(now - last_try.last_value, shortest.last_value)) FROM last_try, shortest;"
        " PERFORM setval('last_try', now);"
        " IF currval('tries') < 31 THEN RAISE EXCEPTION 'deadlock' USING ERRCODE = '40P01'; END IF;"
        " RETURN NEW; END $$;"
        "CREATE TRIGGER t BEFORE INSERT ON pessoas FOR EACH ROW EXECUTE FUNCTION fail()"));
    std::vector<std::future<result<uuid>>> creations;
    creations.push_back(insert("first"));
    for (int retry = 1; retry <= 30; ++retry) {
        const auto shown = fmt::format("\npessoas_insert_retries_total {}\n", retry);
        io_.run_until([&] { return persons().metrics().find(shown) != std::string::npos; });
        creations.push_back(insert(fmt::format("p{}", retry)));
    }
    for (auto& each : creations)
        EXPECT_TRUE(io_.finish(each));

    EXPECT_GE(std::stoi(one("SELECT last_value FROM shortest")), 10'000);
}

TEST_F(Fates, WaitingCreationsAreStoredWhenItStops)
{
    block_creations();
    auto out = insert("out");
    until_blocked(1);
    auto waiting = insert("waiting");
    auto stopped = io_.start([](repository& which) -> awaitable<bool> {
        co_await which.stop(clock::now() + 5s);
        co_return true;
    }(*persons()));
    io_.run_until([] { return true; });
    unblock();

    EXPECT_TRUE(io_.finish(stopped));
    EXPECT_TRUE(io_.finish(out));
    EXPECT_TRUE(io_.finish(waiting));
    auto after = insert("after");
    EXPECT_EQ(io_.finish(after).error(), store_errc::away);
}

TEST_F(Fates, SearchesThatHangDelayNeitherCreationsNorFinds)
{
    settings_.search_connections = 1;
    settings_.searches_waiting = 1;
    block_searches();
    std::vector<std::future<result<std::vector<pessoas::person>>>> searches;
    for (int i = 0; i < 3; ++i) {
        searches.push_back(io_.start(persons()->search("ana")));
        until_blocked(1);
    }

    EXPECT_EQ(io_.finish(searches[2]).error(), store_errc::overloaded); // one runs, one waits
    auto ana = insert("ana");
    const auto id = io_.finish(ana).value();
    EXPECT_TRUE(io_.run(persons()->find(id)));
    EXPECT_EQ(searches[0].wait_for(0s), std::future_status::timeout);
    unblock();
    for (std::size_t i = 0; i < 2; ++i)
        EXPECT_TRUE(io_.finish(searches[i]));
}

TEST_F(Fates, ASearchThatIsTooLateIsStoppedInTheDatabaseToo)
{
    settings_.search_connections = 1;
    settings_.deadline = 300ms;
    block_searches();

    EXPECT_EQ(io_.run(persons()->search("ana")).error(), store_errc::too_late);
    until_blocked(0);
    unblock();
}

} // namespace
} // namespace rinha::pessoas_pg
