#include "rinha/pg/connection.hpp"
#include "rinha/pg/session.hpp"
#include "support/captured_log.hpp"
#include "support/loop.hpp"
#include "support/postgres.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

// A server that is there and takes no connection: away like any other, and asked again.
namespace rinha::pg {
namespace {

using namespace std::chrono_literals;
using support::postgres;
using testing::HasSubstr;
using testing::Not;

const statement echo{"echo", "select $1", {oids::int8}, true};

int count(std::string_view what, std::string_view in)
{
    int found = 0;
    for (auto at = in.find(what); at != std::string_view::npos; at = in.find(what, at + what.size()))
        ++found;
    return found;
}

std::filesystem::path data_of(const postgres& cluster)
{
    return std::filesystem::path(cluster.socket()).parent_path() / "data";
}

pid_t postmaster_of(const postgres& cluster)
{
    pid_t pid = 0;
    std::ifstream(data_of(cluster) / "postmaster.pid") >> pid;
    return pid;
}

class Refused : public testing::Test
{
protected:
    static postgres& cluster()
    {
        static postgres instance;
        return instance;
    }

    void SetUp() override { cluster().start(); }

    static void sql(const std::string& text)
    {
        if (!text.empty())
            cluster().sql(cluster().conninfo(), text);
    }

    void connect(const std::string& conninfo)
    {
        link.emplace(io.executor(), connection_settings{.conninfo = conninfo}, std::vector{echo}, registry);
        link->run();
    }

    error_code ask()
    {
        const auto got = io.run(link->execute(echo, std::move(params{}.add(std::int64_t{1}))));
        return got.has_error() ? got.error() : error_code{};
    }

    bool comes_up() { return io.run(link->wait_up(clock::now() + 10s)); }

    void expect_away(const std::string& why)
    {
        EXPECT_EQ(ask(), errc::unavailable);
        EXPECT_FALSE(link->is_up());
        EXPECT_TRUE(link->is_away());
        EXPECT_THAT(log.text(), HasSubstr("pg main: away: "));
        EXPECT_THAT(log.text(), HasSubstr(why));
    }

    void expect_back()
    {
        EXPECT_TRUE(comes_up());
        EXPECT_FALSE(ask());
    }

    support::captured_log log;
    support::loop io;
    metrics::registry registry;
    std::optional<connection> link;
};

struct refusal
{
    const char* name;
    const char* before; // SQL
    const char* conninfo;
    const char* why;
    const char* mend; // SQL
};

class RefusedUntilMended : public Refused, public testing::WithParamInterface<refusal>
{
protected:
    // Whoever is of the group `guarded` must show a password; before the first test, and for good.
    static void SetUpTestSuite()
    {
        sql("create role guarded;"
            "copy (values ('local all +guarded scram-sha-256'), ('local all all trust')) to '" +
            (data_of(cluster()) / "pg_hba.conf").string() + "'; select pg_reload_conf()");
    }
};

TEST_P(RefusedUntilMended, IsLoggedOnceWithoutSecretsAndTriedAgainAfterLongerAndLongerPauses)
{
    const auto& [name, before, conninfo, why, mend] = GetParam();
    sql(before);
    const auto seen = cluster().log().size();
    const auto began = clock::now();
    connect(fmt::format("{} {}", cluster().conninfo(), conninfo));
    expect_away(why);

    io.run_until([&] { return count(why, cluster().log().substr(seen)) >= 4; });
    EXPECT_GE(clock::now() - began, 25ms + 50ms + 100ms);
    EXPECT_EQ(count(why, log.text()), 1) << log.text();
    EXPECT_EQ(count("\n", log.text()), 1) << log.text();
    EXPECT_THAT(log.text(), Not(HasSubstr("hunter2")));
    sql(mend);
    expect_back();
}

INSTANTIATE_TEST_SUITE_P(
    Ways, RefusedUntilMended,
    testing::Values(
        refusal{"WrongPassword", "create role ana login in role guarded password 'other'", "user=ana password=hunter2",
                "password authentication failed for user \"ana\"", "alter role ana password 'hunter2'"},
        refusal{"RoleUnknown", "", "user=bia password=hunter2", "role \"bia\" does not exist", "create role bia login"},
        refusal{"RoleThatMayNotLogIn", "create role cid nologin", "user=cid password=hunter2",
                "role \"cid\" is not permitted to log in", "alter role cid login"},
        refusal{"DatabaseUnknown", "", "dbname=nowhere", "database \"nowhere\" does not exist",
                "create database nowhere"},
        refusal{"DatabaseThatTakesNobody", "create database shut allow_connections false", "dbname=shut",
                "database \"shut\" is not currently accepting connections",
                "alter database shut allow_connections true"},
        refusal{"TooManyOfTheRole", "create role dia login connection limit 0", "user=dia",
                "too many connections for role \"dia\"", "alter role dia connection limit 1"}), // 53300
    [](const auto& tested) { return tested.param.name; });

TEST_F(Refused, ByTooManyClientsUntilOneIsGone)
{
    const postgres tiny({"fsync=off", "max_connections=2", "superuser_reserved_connections=0"});
    std::optional<session> one(tiny.conninfo());
    const session other(tiny.conninfo());
    ASSERT_TRUE(one->is_open() && other.is_open()) << one->why() << other.why();
    connect(tiny.conninfo());
    expect_away("sorry, too many clients already"); // 53300
    one.reset();
    expect_back();
    link.reset();
    io.turn();
}

TEST_F(Refused, ByAStandbyThatDoesNotServeUntilItIsPromoted)
{
    sql("alter system set hot_standby = off");
    cluster().stop();
    const std::ofstream standby(data_of(cluster()) / "standby.signal");
    cluster().start();
    connect(cluster().conninfo());
    expect_away("the database system is not accepting connections"); // 57P03

    const std::ofstream promote(data_of(cluster()) / "promote");
    ASSERT_EQ(::kill(postmaster_of(cluster()), SIGUSR1), 0);
    expect_back();
}

TEST_F(Refused, ByAServerThatShutsDownUntilItIsStartedAgain)
{
    std::optional<session> last(cluster().conninfo());
    ASSERT_TRUE(last->is_open()) << last->why();
    ASSERT_EQ(::kill(postmaster_of(cluster()), SIGTERM), 0); // it waits for its last session
    connect(cluster().conninfo());
    expect_away("the database system is shutting down"); // 57P03

    last.reset();
    cluster().stop();
    cluster().start();
    expect_back();
}

} // namespace
} // namespace rinha::pg
