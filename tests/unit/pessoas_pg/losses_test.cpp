#include "instance.hpp"

#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/store_error.hpp"
#include "rinha/pg/session.hpp"
#include "unit/pessoas/repository_contract.hpp"
#include "unit/pg/proxy.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

// What each caller is told when the connection, or the database, is lost.
namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using pessoas::draft_of;
using pessoas::store_errc;
using support::postgres;
using testing::AnyOf;
using testing::Eq;

using creations = std::map<std::string, std::future<result<uuid>>>;

creations start(support::loop& io, instance& persons, const std::string& prefix, int rows)
{
    creations started;
    for (int i = 0; i < rows; ++i) {
        const auto apelido = prefix + std::to_string(i);
        started.emplace(apelido, io.start(persons->insert(draft_of(apelido))));
    }
    return started;
}

// The id of an apelido, or nothing.
std::string id_of(pg::session& database, const std::string& apelido)
{
    const auto found = database.run(fmt::format("SELECT id FROM pessoas WHERE apelido = '{}'", apelido));
    return found->empty() ? "" : found->front();
}

TEST(Losses, ARowWhoseAnswerWasCutOffAfterTheCommitCountsAsCreated)
{
    const auto database = prepared_database();
    support::loop io;
    pg::proxy proxy(io.executor(), postgres::shared().socket());
    instance persons(io, {.conninfo = proxy.conninfo(database)});
    pg::session direct(database);

    // Another of the connections may have met the cut.
    for (int i = 0; persons.metrics().find("\npessoas_insert_retries_total 1") == std::string::npos; ++i) {
        const auto apelido = "p" + std::to_string(i);
        proxy.cut_after(0);
        const auto id = io.run(persons->insert(draft_of(apelido)));

        ASSERT_TRUE(id) << id.error();
        EXPECT_EQ(id_of(direct, apelido), to_string(*id));
        io.run_until([&] { return persons->is_up(); });
    }
}

TEST(Losses, TerminatedBackendsFailNoCreation)
{
    const auto database = prepared_database();
    support::loop io;
    instance persons(io, {.conninfo = database, .batches = {.rows = 8}});
    pg::session direct(database);

    for (int round = 0; round < 10; ++round) {
        auto started = start(io, persons, fmt::format("p{}-", round), 100);
        io.run_until([&] { return started.begin()->second.wait_for(0s) == std::future_status::ready; });
        ASSERT_TRUE(direct.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                               "WHERE datname = current_database() AND pid <> pg_backend_pid()"));

        for (auto& [apelido, creation] : started) {
            const auto id = io.finish(creation);
            ASSERT_TRUE(id) << id.error();
            EXPECT_EQ(id_of(direct, apelido), to_string(*id));
        }
        io.run_until([&] { return persons->is_up(); });
    }
    EXPECT_EQ(direct.run("SELECT count(*) FROM pessoas")->at(0), "1000");
}

TEST(Losses, EachIdThatWasReturnedIsThereAfterACrashOfTheDatabase)
{
    postgres cluster;
    const auto database = prepared_database(cluster);
    support::loop io;
    instance persons(io, {.conninfo = database, .deadline = 1s, .batches = {.rows = 8}});
    auto started = start(io, persons, "p", 2'000);
    io.run_until([&] {
        return std::ranges::count_if(
                   started, [](auto& each) { return each.second.wait_for(0s) == std::future_status::ready; }) > 100;
    });
    cluster.stop(postgres::how::immediate);

    std::map<std::string, uuid> created;
    for (auto& [apelido, creation] : started) {
        const auto end = io.finish(creation);
        if (end)
            created.emplace(apelido, *end);
        else
            EXPECT_THAT(end.error(),
                        AnyOf(Eq(store_errc::away), Eq(store_errc::too_late), Eq(store_errc::unconfirmed)));
    }
    EXPECT_LT(created.size(), started.size());
    EXPECT_EQ(io.run(persons->insert(draft_of("away"))).error(), store_errc::away);

    cluster.start();
    io.run_until([&] { return persons->is_up(); });
    for (const auto& [apelido, id] : created) {
        const auto found = io.run(persons->find(id));
        ASSERT_TRUE(found) << apelido;
        EXPECT_EQ(found->apelido, apelido);
    }
    EXPECT_TRUE(io.run(persons->insert(draft_of("back"))));
}

TEST(Losses, WhatWasSentIsUncertainAtTheDeadlineAndWhatWasNotHadNoEffect)
{
    const auto database = prepared_database();
    support::loop io;
    pg::proxy proxy(io.executor(), postgres::shared().socket());
    instance persons(io, {.conninfo = proxy.conninfo(database), .deadline = 300ms, .batches = {.rows = 1}});
    proxy.swallow(true);
    auto sent = io.start(persons->insert(draft_of("sent")));
    auto not_sent = io.start(persons->insert(draft_of("not sent")));

    EXPECT_EQ(io.finish(sent).error(), store_errc::unconfirmed);
    EXPECT_EQ(io.finish(not_sent).error(), store_errc::too_late);
    proxy.swallow(false);
    proxy.cut();
    io.run_until([&] { return persons->is_up(); });
    EXPECT_EQ(id_of(*std::make_unique<pg::session>(database), "not sent"), "");
}

TEST(Losses, ADatabaseThatIsKnownToBeAwayIsNotWaitedFor)
{
    support::loop io;
    metrics::registry metrics;
    repository persons(io.executor(), {.conninfo = "host=/nowhere", .deadline = 1h}, metrics);
    persons.run();
    auto early = io.start(persons.insert(draft_of("early"))); // before the first attempt to connect has failed

    EXPECT_EQ(io.finish(early).error(), store_errc::away);
    EXPECT_EQ(io.run(persons.insert(draft_of("late"))).error(), store_errc::away);
    EXPECT_EQ(io.run(persons.find(uuid{})).error(), store_errc::away);
    EXPECT_EQ(io.run(persons.search("a")).error(), store_errc::away);
    EXPECT_EQ(io.run(persons.count()).error(), store_errc::away);
    EXPECT_FALSE(persons.is_up());
    io.run(persons.stop(clock::now() + 1s));
}

} // namespace
} // namespace rinha::pessoas_pg
