#include "instance.hpp"

#include "support/captured_log.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>

namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using support::postgres;
using testing::HasSubstr;

// A role that may do what docs/operations.md grants.
std::string make_role(const std::string& database, const std::string& name)
{
    postgres::shared().sql(database, fmt::format("CREATE ROLE {} LOGIN", name));
    postgres::shared().sql(database, fmt::format("GRANT SELECT, INSERT ON pessoas, pessoas_trechos TO {}", name));
    return name;
}

TEST(Rights, ThatAreMissingAreNoticedWithinTwoSecondsAndTheirReturnToo)
{
    const auto database = prepared_database();
    const auto role = make_role(database, "with_rights");
    const support::captured_log log;
    support::loop io;
    const auto within_2s = [&](auto is_met) {
        const auto began = clock::now();
        io.run_until(is_met);
        EXPECT_LT(clock::now() - began, 2s);
    };
    instance persons(io, {.conninfo = fmt::format("{} user={}", database, role)});
    EXPECT_FALSE(persons->lacks_rights());

    for (const char* right :
         {"SELECT ON pessoas", "INSERT ON pessoas", "SELECT ON pessoas_trechos", "INSERT ON pessoas_trechos"})
    {
        postgres::shared().sql(database, fmt::format("REVOKE {} FROM {}", right, role));
        within_2s([&] { return persons->lacks_rights(); });
        EXPECT_TRUE(persons->is_up());
        postgres::shared().sql(database, fmt::format("GRANT {} TO {}", right, role));
        within_2s([&] { return !persons->lacks_rights(); });
    }
    EXPECT_THAT(log.text(), HasSubstr("warning: pg: the role lacks"));
}

TEST(Rights, OfARoleThatWasGrantedNoneAreMissedAtTheStart)
{
    const auto database = prepared_database();
    postgres::shared().sql(database, "CREATE ROLE without_rights LOGIN");
    support::loop io;
    instance persons(io, {.conninfo = database + " user=without_rights"});

    io.run_until([&] { return persons->lacks_rights(); });
}

TEST(ReadOnly, IsNoticedWithinTwoSecondsAndItsEndToo)
{
    postgres cluster;
    const auto database = prepared_database(cluster);
    const support::captured_log log;
    support::loop io;
    instance persons(io, {.conninfo = database});
    EXPECT_FALSE(persons->is_read_only());

    for (const bool is_so : {true, false}) {
        cluster.sql(database, fmt::format("ALTER SYSTEM SET default_transaction_read_only = {}", is_so));
        cluster.sql(database, "SELECT pg_reload_conf()");
        const auto began = clock::now();
        io.run_until([&] { return persons->is_read_only() == is_so; });
        EXPECT_LT(clock::now() - began, 2s);
        EXPECT_TRUE(persons->is_up());
        EXPECT_FALSE(persons->lacks_rights());
    }
    EXPECT_THAT(log.text(), HasSubstr("warning: pg: the database is read-only"));
}

} // namespace
} // namespace rinha::pessoas_pg
