#include "rinha/pessoas_pg/migrate.hpp"

#include "rinha/pessoas/store_error.hpp"
#include "rinha/pg/session.hpp"
#include "support/captured_log.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using pessoas::store_errc;
using support::postgres;

std::string versions_in(const std::string& database)
{
    return postgres::shared().sql(database, "SELECT name FROM schema_versions ORDER BY name");
}

TEST(Migrate, MakesTheSchemaOfAnEmptyDatabase)
{
    const auto database = postgres::shared().make_database();

    EXPECT_TRUE(migrate(database, 10s));
    EXPECT_EQ(versions_in(database), "001_pessoas");
    EXPECT_EQ(postgres::shared().sql(database, "SELECT count(*) FROM pessoas"), "0");
}

TEST(Migrate, DoesNotRunAFileAgain)
{
    const auto database = postgres::shared().make_database();
    ASSERT_TRUE(migrate(database, 10s));
    postgres::shared().sql(database, "DROP TABLE pessoas CASCADE");

    EXPECT_TRUE(migrate(database, 10s));
    EXPECT_EQ(postgres::shared().sql(database, "SELECT to_regclass('pessoas')"), "");
}

TEST(Migrate, OfSeveralInstancesAndPsqlAtTheSameTimeEachSucceeds)
{
    const auto database = postgres::shared().make_database();
    const auto psql =
        fmt::format("psql -Xq -v ON_ERROR_STOP=1 -f " PROJECT_FOLDER "/sql/postgres/001_pessoas.sql '{}'", database);
    std::vector<std::future<bool>> runs;
    for (int i = 0; i < 4; ++i) {
        runs.push_back(std::async(std::launch::async, [&] { return migrate(database, 10s).has_value(); }));
        runs.push_back(std::async(std::launch::async, [&] { return std::system(psql.c_str()) == 0; }));
    }

    for (auto& each : runs)
        EXPECT_TRUE(each.get());
    EXPECT_EQ(versions_in(database), "001_pessoas");
}

TEST(Migrate, WaitsForADatabaseThatIsStartedLater)
{
    postgres cluster;
    const auto later = cluster.make_database();
    cluster.stop();
    auto run = std::async(std::launch::async, [&] { return migrate(later, 30s); });
    EXPECT_EQ(run.wait_for(300ms), std::future_status::timeout);
    cluster.start();

    EXPECT_TRUE(run.get());
    EXPECT_EQ(cluster.sql(later, "SELECT name FROM schema_versions"), "001_pessoas");
}

// Waiting would not end before the test does.
TEST(Migrate, FailsAtOnceWhereWaitingDoesNotHelp)
{
    auto& cluster = postgres::shared();
    const auto database = cluster.make_database();
    for (const auto& [conninfo, said] : {std::pair{cluster.conninfo("never_made"), "\"never_made\" does not exist"},
                                         std::pair{database + " user=nobody_at_all", "\"nobody_at_all\""},
                                         std::pair{std::string("not a conninfo"), "can't be read"}})
    {
        const support::captured_log log;
        EXPECT_EQ(migrate(conninfo, 10min).error(), store_errc::refused);
        EXPECT_THAT(log.text(), testing::MatchesRegex("error: schema: .*\n"));
        EXPECT_THAT(log.text(), testing::HasSubstr(said));
    }
}

TEST(Migrate, GivesUpAtItsDeadline)
{
    const support::captured_log log;
    EXPECT_EQ(migrate("host=/nowhere", 200ms).error(), store_errc::away);
    EXPECT_THAT(log.text(), testing::ContainsRegex("\nerror: schema: waited in vain: .*/nowhere.*\n$"));
}

TEST(Migrate, GivesUpAtItsDeadlineWhileAnotherHoldsTheLock)
{
    const auto database = postgres::shared().make_database();
    auto other = std::make_unique<pg::session>(database);
    ASSERT_TRUE(other->run("SELECT pg_advisory_lock(hashtext('schema of pessoas'))"));

    EXPECT_EQ(migrate(database, 300ms).error(), store_errc::away);
    other.reset();
    EXPECT_TRUE(migrate(database, 10s));
}

TEST(Migrate, FailsAtOnceWhereTheDatabaseRefusesAFile)
{
    auto& cluster = postgres::shared();
    const auto database = cluster.make_database();
    cluster.sql(database, "CREATE VIEW pessoas AS SELECT 1 AS id");

    EXPECT_EQ(migrate(database, 10min).error(), store_errc::refused);
}

} // namespace
} // namespace rinha::pessoas_pg
