#include "rinha/pg/session.hpp"
#include "support/postgres.hpp"
#include "support/temporary_folder.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <string>
#include <string_view>
#include <thread>

namespace rinha::pg {
namespace {

using namespace std::string_literals;
using support::postgres;
using testing::HasSubstr;

// Sends the first that asks for a database away, in Russian.
class russian_server
{
public:
    explicit russian_server(std::string_view sqlstate)
        : acceptor_(io_, folder_.file(".s.PGSQL.5432"))
        , thread_([this, sqlstate] { send_away(sqlstate); })
    {
    }

    std::string conninfo() const { return fmt::format("host={} user=ana dbname=x", folder_.path().string()); }

private:
    using protocol = boost::asio::local::stream_protocol;

    void send_away(std::string_view sqlstate)
    {
        const auto fields = "SВАЖНО\0VFATAL\0C"s + std::string(sqlstate) + "\0Mне сейчас\0\0"s;
        const auto size = static_cast<char>(fields.size() + 4);
        const auto error = "E\0\0\0"s + size + fields; // the protocol's ErrorResponse
        for (;;) {
            auto client = acceptor_.accept();
            std::array<char, 1'024> startup;
            boost::system::error_code gone;
            client.read_some(boost::asio::buffer(startup), gone);
            if (gone)
                continue;
            boost::asio::write(client, boost::asio::buffer(error), gone);
            return;
        }
    }

    support::temporary_folder folder_;
    boost::asio::io_context io_;
    protocol::acceptor acceptor_;
    std::jthread thread_;
};

TEST(Session, IsOpenAndRefusedNothing)
{
    session database(postgres::shared().conninfo());

    EXPECT_TRUE(database.is_open()) << database.why();
    EXPECT_FALSE(database.is_refused());
    EXPECT_EQ(database.sqlstate(), "");
}

TEST(Session, TellsTheSqlstateOfAStatementThatFailed)
{
    session database(postgres::shared().conninfo());

    EXPECT_FALSE(database.run("SELECT 1 / 0"));
    EXPECT_EQ(database.sqlstate(), "22012");
    EXPECT_EQ(database.why(), "ERROR:  division by zero");
    EXPECT_FALSE(database.is_refused());
}

struct attempt
{
    const char* name;
    const char* before; // SQL
    const char* conninfo;
    const char* sqlstate;
    const char* why;
    bool is_refused;
};

class SessionNotOpened : public testing::TestWithParam<attempt>
{
};

TEST_P(SessionNotOpened, TellsWhyAndWhetherWaitingHelps)
{
    const auto& [name, before, conninfo, sqlstate, why, is_refused] = GetParam();
    auto& cluster = postgres::shared();
    cluster.sql(cluster.conninfo(), before);
    const session database(fmt::format("{} {}", cluster.conninfo(), conninfo));

    EXPECT_FALSE(database.is_open());
    EXPECT_EQ(database.sqlstate(), sqlstate) << database.why();
    EXPECT_THAT(database.why(), HasSubstr(why));
    EXPECT_EQ(database.is_refused(), is_refused);
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, SessionNotOpened,
    testing::Values(attempt{"Unreadable", "", "nonsense", "", "can't be read", true},
                    attempt{"NoDatabase", "", "dbname=nowhere", "3D000", "does not exist", true},
                    attempt{"NoRole", "", "user=nobody_here", "28000", "does not exist", true},
                    attempt{"NoRight", "REVOKE CONNECT ON DATABASE template1 FROM public; CREATE ROLE outsider LOGIN",
                            "dbname=template1 user=outsider", "42501", "permission denied", true},
                    attempt{"TooMany", "CREATE ROLE crowded LOGIN CONNECTION LIMIT 0", "user=crowded", "53300",
                            "too many connections", false},
                    attempt{"Away", "", "host=/nowhere", "", "/nowhere", false}),
    [](const auto& tested) { return tested.param.name; });

TEST(SessionInAnyLanguage, KnowsARefusalByItsSqlstate)
{
    const russian_server server("28P01");
    const session database(server.conninfo());

    EXPECT_EQ(database.sqlstate(), "28P01");
    EXPECT_TRUE(database.is_refused());
}

TEST(SessionInAnyLanguage, KnowsThatAServerIsStarting)
{
    const russian_server server("57P03");
    const session database(server.conninfo());

    EXPECT_EQ(database.sqlstate(), "57P03");
    EXPECT_FALSE(database.is_refused());
}

} // namespace
} // namespace rinha::pg
