#include "rinha/pg/session.hpp"
#include "support/postgres.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

namespace rinha::pg {
namespace {

// Of deploy/postgresql.conf, as KEY=VALUE.
std::vector<std::string> deployed_settings()
{
    std::vector<std::string> out;
    std::ifstream file(PROJECT_FOLDER "/deploy/postgresql.conf");
    for (std::string line; std::getline(file, line);) {
        const auto equals = line.find(" = ");
        if (!line.starts_with('#') && equals != std::string::npos)
            out.push_back(line.substr(0, equals) + '=' + line.substr(equals + 3));
    }
    return out;
}

TEST(DeployedServer, KnowsANewTableAFewSecondsAfterItsFirstRows)
{
    const support::postgres cluster(deployed_settings());
    cluster.sql(cluster.conninfo(), "create table t as select generate_series(1, 100) as n");
    session database(cluster.conninfo());
    const auto waited = database.run(R"(
        do $$ begin
            while clock_timestamp() - statement_timestamp() < interval '20 s'
                and not exists (select from pg_stat_user_tables where relname = 't' and last_autoanalyze is not null)
            loop
                perform pg_sleep(0.1);
                perform pg_stat_clear_snapshot();
            end loop;
        end $$;
        select autoanalyze_count > 0 from pg_stat_user_tables where relname = 't')");
    ASSERT_TRUE(waited) << database.why();
    EXPECT_EQ(waited->at(0), "t");
}

} // namespace
} // namespace rinha::pg
