#include "rinha/pg/connection.hpp"

#include "support/loop.hpp"
#include "support/postgres.hpp"
#include "unit/pg/proxy.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

// Nobody waits for something that has happened already, or that never will.
namespace rinha::pg {
namespace {

using namespace std::chrono_literals;
using support::postgres;

const statement echo{"echo", "select $1", {oids::int8}, true};
const statement weigh{"weigh", "select length($1) from pg_sleep(1)", {oids::text}, true};
const std::vector<statement> statements{echo, weigh};

class Wakeups : public testing::Test
{
protected:
    connection& link()
    {
        if (!link_) {
            link_.emplace(io.executor(), settings, statements, registry);
            link_->run();
        }
        return *link_;
    }

    proxy& network()
    {
        if (!network_) {
            network_.emplace(io.executor(), postgres::shared().socket());
            settings.conninfo =
                fmt::format("host=127.0.0.1 port={} user=postgres dbname=postgres sslmode=disable", network_->port());
        }
        return *network_;
    }

    awaitable<void> execute(const statement& what, params with)
    {
        const auto got = co_await link().execute(what, std::move(with));
        outcomes.push_back(got.has_error() ? got.error() : error_code{});
    }

    awaitable<void> echo_once()
    {
        params one;
        one.add(std::int64_t{1});
        co_await execute(echo, std::move(one));
    }

    template <class Condition>
    bool comes_true(Condition holds, clock::duration within)
    {
        for (const auto deadline = clock::now() + within; !holds() && clock::now() < deadline;)
            io.turn();
        return holds();
    }

    bool shows(const std::string& metric) const { return registry.to_text().find(metric) != std::string::npos; }

    support::loop io;
    metrics::registry registry;
    connection_settings settings;
    std::vector<error_code> outcomes;

private:
    std::optional<proxy> network_;
    std::optional<connection> link_;
};

TEST_F(Wakeups, AStatementThatComesWhileALargeOneIsWrittenIsSentBehindIt)
{
    settings.conninfo = postgres::shared().conninfo();
    settings.statement_deadline = 20s;
    ASSERT_TRUE(io.run(link().wait_up(clock::now() + 5s)));
    params large;
    large.add(std::string_view(std::string(4 * 1024 * 1024, 'x')));
    io.begin(execute(weigh, std::move(large)));
    ASSERT_TRUE(comes_true([this] { return shows("pg_statements_in_flight{pool=\"main\"} 1"); }, 5s));
    io.begin(echo_once());
    ASSERT_TRUE(comes_true([this] { return link().load() == 2; }, 5s));

    EXPECT_TRUE(comes_true([this] { return shows("pg_statements_in_flight{pool=\"main\"} 2"); }, 5s));
    EXPECT_TRUE(outcomes.empty());
    io.wait();
}

TEST_F(Wakeups, AStopEndsWhenTheLastStatementHasRunOutOfTime)
{
    settings.statement_deadline = 300ms;
    settings.connect_timeout = 20s;
    network().swallow(true);
    io.begin(echo_once());
    ASSERT_TRUE(comes_true([this] { return link().load() == 1; }, 5s));

    const auto began = clock::now();
    io.run(link().stop(began + 10s));
    EXPECT_LT(clock::now() - began, 5s);
    io.wait();
    EXPECT_EQ(outcomes.at(0), errc::timed_out);
}

// Our sockets that lead to a port.
std::vector<int> sockets_to(std::uint16_t port)
{
    std::vector<int> found;
    for (int fd = 0; fd < 1'024; ++fd) {
        sockaddr_in peer{};
        socklen_t size = sizeof peer;
        const bool is_connected = ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &size) == 0;
        if (is_connected && peer.sin_family == AF_INET && peer.sin_port == htons(port))
            found.push_back(fd);
    }
    return found;
}

bool is_free(int fd) { return ::fcntl(fd, F_GETFD) == -1; }

TEST_F(Wakeups, WhoGetsTheDescriptorOfALostConnectionIsServed)
{
    network();
    ASSERT_TRUE(io.run(link().wait_up(clock::now() + 5s)));
    const auto lost = sockets_to(network().port());
    ASSERT_FALSE(lost.empty());

    using descriptor = asio::posix::basic_stream_descriptor<executor>;
    std::list<descriptor> taken;
    std::vector<int> others;
    std::size_t served = 0;
    const auto serve = [&](descriptor& which) -> awaitable<void> {
        const auto [failed] = co_await which.async_wait(descriptor::wait_read, asio::as_tuple(asio::deferred));
        served += failed ? 0 : 1;
    };

    network().cut();
    const auto deadline = clock::now() + 5s;
    while (taken.empty() && clock::now() < deadline) {
        io.turn();
        while (std::ranges::any_of(lost, is_free)) {
            std::array<int, 2> ends{};
            ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
            for (const int fd : ends)
                if (std::ranges::count(lost, fd) != 0)
                    io.begin(serve(taken.emplace_back(io.executor(), fd)));
                else
                    others.push_back(fd);
        }
    }
    ASSERT_FALSE(taken.empty());
    ASSERT_TRUE(comes_true([this] { return !link().is_up(); }, 5s));
    ASSERT_TRUE(io.run(link().wait_up(clock::now() + 5s)));

    for (const int fd : others)
        ::close(fd); // which is what the others wait for
    EXPECT_TRUE(comes_true([&] { return served == taken.size(); }, 2s));
    for (descriptor& each : taken)
        each.close();
    io.wait();
}

} // namespace
} // namespace rinha::pg
