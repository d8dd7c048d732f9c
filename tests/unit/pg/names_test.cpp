#include "rinha/pg/connection.hpp"

#include "support/captured_log.hpp"
#include "support/loop.hpp"
#include "support/postgres.hpp"
#include "unit/pg/name_server.hpp"
#include "unit/pg/proxy.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;
using support::postgres;
using testing::HasSubstr;

const statement echo{"echo", "select $1", {oids::int8}, true};

// The database behind a host that has a name.
class Names : public testing::Test
{
protected:
    connection& link(const std::string& hosts) { return link(hosts, std::to_string(network->port())); }

    connection& link(const std::string& hosts, const std::string& ports)
    {
        settings.conninfo = fmt::format("host={} port={} user=postgres dbname=postgres sslmode=disable", hosts, ports);
        link_.emplace(io->executor(), settings, std::vector{echo}, registry);
        link_->run();
        return *link_;
    }

    bool comes_up() { return io->run(link_->wait_up(clock::now() + 10s)); }

    error_code ask()
    {
        const auto got = io->run(link_->execute(echo, std::move(params{}.add(std::int64_t{1}))));
        return got.has_error() ? got.error() : error_code{};
    }

    // The end of a program: of the connection without a stop(), and of the loop.
    void end()
    {
        link_.reset();
        network.reset();
        io.reset();
    }

    name_server names;
    std::optional<support::loop> io{std::in_place};
    std::optional<proxy> network{std::in_place, io->executor(), postgres::shared().socket()};
    metrics::registry registry;
    connection_settings settings;

private:
    std::optional<connection> link_;
};

TEST_F(Names, AreNeverAskedForByTheThreadOfTheLoop)
{
    names.knows("db.test", {"127.0.0.1"});
    link("db.test");
    EXPECT_TRUE(comes_up());
    EXPECT_FALSE(ask());
    EXPECT_EQ(names.asked("db.test"), 1);
    EXPECT_EQ(names.asked_here(), 0);
}

TEST_F(Names, ThatAreNotAnsweredStallNothingAndTheDatabaseIsKnownToBeAway)
{
    settings.connect_timeout = 300ms;
    names.knows("db.test", {"127.0.0.1"});
    names.fall_silent();
    support::captured_log log;
    link("db.test");
    EXPECT_EQ(ask(), errc::unavailable);
    EXPECT_THAT(log.text(), HasSubstr("away: no answer of a name server in 300 ms"));

    io->run_until([&] { return names.asked("db.test") == 1; });
    names.answer();
    EXPECT_TRUE(comes_up());
    EXPECT_EQ(names.asked("db.test"), 1); // the answer that came after the attempt is used
    EXPECT_EQ(names.asked_here(), 0);
}

TEST_F(Names, ThatAreAnsweredLateLeaveTheDatabaseItsTime)
{
    settings.connect_timeout = 1s;
    network->swallow(true);
    names.knows("db.test", {"127.0.0.1"});
    names.fall_silent();
    support::captured_log log;
    link("db.test");
    io->run_until([asked = clock::now()] { return clock::now() - asked > 200ms; });
    const auto answered = clock::now();
    names.answer();
    io->run_until([&] { return log.text().find("no answer to an attempt to connect") != std::string::npos; });
    EXPECT_GE(clock::now() - answered, settings.connect_timeout);
}

TEST_F(Names, ThatAreNotAnsweredDoNotHoldUpAStop)
{
    names.fall_silent();
    auto& silent = link("db.test");
    io->run_until([&] { return names.asked("db.test") == 1; });
    const auto began = clock::now();
    io->run(silent.stop(began + 10s));
    EXPECT_LT(clock::now() - began, 5s);
}

TEST_F(Names, ThatAreNotAnsweredDoNotHoldUpTheEndOfTheLoop)
{
    names.fall_silent();
    link("db.test");
    io->run_until([&] { return names.asked("db.test") == 1; });
    const auto began = clock::now();
    end();
    EXPECT_LT(clock::now() - began, 5s);
    names.answer(); // to nobody
}

TEST_F(Names, ThatNobodyHasAreToldInTheLogAndAskedForAgain)
{
    support::captured_log log;
    link("nobody.test");
    EXPECT_EQ(ask(), errc::unavailable);
    EXPECT_THAT(log.text(), HasSubstr("away: no address of nobody.test: Name or service not known"));
    names.knows("nobody.test", {"127.0.0.1"});
    EXPECT_TRUE(comes_up());
}

TEST_F(Names, OfSeveralAddressesLeadToTheFirstThatAnswers)
{
    names.knows("db.test", {"127.0.0.2", "::1", "127.0.0.1"});
    link("db.test");
    EXPECT_TRUE(comes_up());
}

TEST_F(Names, OfSeveralHostsAreTriedInTurnAndUnknownOnesLeftOut)
{
    names.knows("dead.test", {"127.0.0.2"});
    names.knows("live.test", {"127.0.0.1"});
    link("unknown.test,dead.test,live.test");
    EXPECT_TRUE(comes_up());
}

TEST_F(Names, StandBesideSockets)
{
    const auto socket = postgres::shared().socket();
    link("unknown.test," + socket.substr(0, socket.rfind('/')), "1,5432");
    EXPECT_TRUE(comes_up());
}

} // namespace
} // namespace rinha::pg
