#include "support/postgres.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <future>
#include <string>
#include <vector>

namespace rinha::pessoas_pg {
namespace {

using support::postgres;

std::string by_psql(const std::string& database)
{
    return fmt::format("psql -Xq -v ON_ERROR_STOP=1 -f " PROJECT_FOLDER "/sql/postgres/001_pessoas.sql '{}'", database);
}

TEST(Schema, IsMadeByPsqlAnyNumberOfTimesAndAtTheSameTime)
{
    const auto database = postgres::shared().make_database();
    std::vector<std::future<int>> runs;
    for (int i = 0; i < 6; ++i)
        runs.push_back(std::async(std::launch::async, [&] { return std::system(by_psql(database).c_str()); }));

    for (auto& each : runs)
        EXPECT_EQ(each.get(), 0);
    EXPECT_EQ(postgres::shared().sql(database, "SELECT name FROM schema_versions"), "001_pessoas");
}

TEST(Schema, TakesTheFirstAndTheLastDate)
{
    auto& cluster = postgres::shared();
    const auto database = cluster.make_database();
    ASSERT_EQ(std::system(by_psql(database).c_str()), 0);

    cluster.sql(database, "INSERT INTO pessoas VALUES (gen_random_uuid(), '0001-01-01', 'a', 'a', 'a'),"
                          "                           (gen_random_uuid(), '9999-12-31', 'b', 'b', 'b')");
    EXPECT_EQ(cluster.sql(database, "SELECT nascimento FROM pessoas ORDER BY apelido"), "0001-01-01\n9999-12-31");
}

TEST(Schema, ComparesApelidosExactly)
{
    auto& cluster = postgres::shared();
    const auto database = cluster.make_database();
    ASSERT_EQ(std::system(by_psql(database).c_str()), 0);

    for (const char* apelido : {"ana", "ANA", "ana ", "aña", "an\u0303a"}) // the last two look alike
        cluster.sql(database, fmt::format("INSERT INTO pessoas VALUES (gen_random_uuid(), '2000-01-01', '', '{}', 'a')",
                                          apelido));
    EXPECT_EQ(cluster.sql(database, "SELECT count(*) FROM pessoas"), "5");
}

TEST(Schema, KeepsStatisticsOfWhatSearchesArePlannedByAlone)
{
    auto& cluster = postgres::shared();
    const auto database = cluster.make_database();
    ASSERT_EQ(std::system(by_psql(database).c_str()), 0);

    cluster.sql(database, "INSERT INTO pessoas SELECT gen_random_uuid(), '2000-01-01', i, i, i, '[]'"
                          "  FROM generate_series(1, 100) i; ANALYZE pessoas");
    EXPECT_EQ(cluster.sql(database, "SELECT attname FROM pg_stats WHERE tablename = 'pessoas' ORDER BY 1"), "busca");
}

} // namespace
} // namespace rinha::pessoas_pg
