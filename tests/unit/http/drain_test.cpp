#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

// Spec, "Operations": SIGTERM.

namespace rinha::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

server_settings with(std::chrono::milliseconds drain_idle, std::chrono::milliseconds drain_deadline)
{
    server_settings settings;
    settings.drain_idle = drain_idle;
    settings.drain_deadline = drain_deadline;
    return settings;
}

TEST(Drain, IsDoneAtOnceWithoutConnections)
{
    served to;
    to.begin_drain();
    to.run_until([&] { return to.drained.has_value(); });
    EXPECT_EQ(to.drained, 0U);
}

TEST(Drain, RefusesNewConnections)
{
    served to;
    client before(to);
    before.send(get("/"));
    before.answer();
    to.begin_drain();
    to.loop.poll();

    EXPECT_THROW(client{to}, std::system_error);
}

TEST(Drain, ServesWhoIsInTheAcceptQueue)
{
    served to;
    client first(to);
    client second(to);
    second.send(get("/"));
    to.begin_drain();
    to.loop.poll();

    EXPECT_THAT(second.answer(), HasSubstr("Connection: close\r\n"));
    first.send(get("/"));
    EXPECT_THAT(first.answer(), HasSubstr("Connection: close\r\n"));
}

TEST(Drain, ClosesAnIdleConnectionWithItsNextAnswer)
{
    served to;
    client from(to);
    from.send(get("/"));
    EXPECT_THAT(from.answer(), Not(HasSubstr("Connection")));
    to.begin_drain();
    to.loop.poll();

    from.send(get("/"));
    const auto all = from.rest();
    ASSERT_TRUE(all);
    EXPECT_EQ(status_of(*all), 200U);
    EXPECT_THAT(*all, HasSubstr("Connection: close\r\n"));
    from.close();
    to.run_until([&] { return to.drained.has_value(); });
}

TEST(Drain, ClosesTheSendingSideOfIdleConnectionsAfterAWhile)
{
    served to(with(20ms, 1h));
    client from(to);
    from.send(get("/"));
    from.answer();
    to.begin_drain();

    EXPECT_EQ(from.rest(), "");
    EXPECT_FALSE(to.drained) << "it still listens to what the client may have sent meanwhile";
    from.close();
    to.run_until([&] { return to.drained.has_value(); });
    EXPECT_EQ(to.drained, 0U);
}

TEST(Drain, IsNotHeldUpByAnIdleClientThatNeverCloses)
{
    served to(with(20ms, 1h));
    const client idle(to);
    to.run_until([&] { return to.metric("http_connections") == "1"; });
    const auto began = clock::now();
    to.begin_drain();
    to.run_until([&] { return to.drained.has_value(); });
    EXPECT_LT(clock::now() - began, 1'500ms);
}

TEST(Drain, LeavesTimeToTakeAnAnswer)
{
    served to(with(20ms, 1h));
    client from(to);
    from.send(get("/wait"));
    to.run_until([&] { return to.waiting == 1; });
    to.begin_drain();
    to.open_gate();
    from.answer();
    bool is_late = false;
    timer later(to.loop, 600ms);
    later.async_wait([&](error_code) { is_late = true; });
    to.run_until([&] { return is_late; });
    EXPECT_FALSE(to.drained) << "closing now could reset what the client has not read yet";
    from.close();
    to.run_until([&] { return to.drained.has_value(); });
}

TEST(Drain, LeavesTimeToTakeARefusal)
{
    server_settings settings = with(1h, 1h);
    settings.max_connections = 1;
    settings.head_timeout = 20ms; // makes the tick short
    served to(settings);
    const client idle(to);
    to.run_until([&] { return to.metric("http_connections") == "1"; });
    const client refused(to);
    to.begin_drain();
    to.run_until([&] { return to.metric("http_connections_refused_total") == "1"; });
    bool is_late = false;
    timer later(to.loop, 600ms);
    later.async_wait([&](error_code) { is_late = true; });
    to.run_until([&] { return is_late; });
    EXPECT_EQ(to.metric("http_connections"), "2") << "closing now could reset what the client has not read yet";
}

TEST(Drain, FinishesWhatIsInFlight)
{
    served to(with(10ms, 1h));
    client from(to);
    from.send(get("/wait"));
    to.run_until([&] { return to.waiting == 1; });
    to.begin_drain();
    timer later(to.loop, 50ms);
    later.async_wait([&](error_code) { to.open_gate(); });

    const std::string answer = from.answer();
    EXPECT_EQ(status_of(answer), 200U);
    EXPECT_THAT(answer, HasSubstr("Connection: close\r\n"));
    from.close();
    to.run_until([&] { return to.drained.has_value(); });
    EXPECT_EQ(to.drained, 0U);
}

TEST(Drain, AnswersAllRequestsThatWereRead)
{
    served to;
    client from(to);
    from.send(get("/wait") + get("/soon") + get("/"));
    to.run_until([&] { return to.waiting == 1; });
    to.begin_drain();
    to.loop.poll();
    to.open_gate();

    EXPECT_THAT(from.answer(), Not(HasSubstr("Connection")));
    EXPECT_THAT(from.answer(), Not(HasSubstr("Connection")));
    EXPECT_THAT(from.answer(), HasSubstr("Connection: close\r\n"));
}

TEST(Drain, TakesTheRestOfARequestThatWasBegun)
{
    served to(with(10ms, 1h));
    client from(to);
    from.send("GET / HTTP/1.1\r\n");
    to.run_until([&] { return to.metric("http_connections") == "1"; });
    to.begin_drain();
    timer later(to.loop, 50ms);
    later.async_wait([&](error_code) { from.send("Host: a\r\n\r\n"); });

    EXPECT_EQ(status_of(from.answer()), 200U);
}

TEST(Drain, GivesUpAtTheDeadlineWith503AndCounts)
{
    served to(with(10ms, 50ms));
    client handled(to);
    client begun(to);
    client idle(to);
    handled.send(get("/wait"));
    begun.send("GET / HTTP/1.1\r\n");
    to.run_until([&] { return to.waiting == 1 && to.metric("http_connections") == "3"; });
    to.begin_drain();

    for (client* const each : {&handled, &begun}) {
        const auto all = each->rest();
        ASSERT_TRUE(all);
        EXPECT_EQ(status_of(*all), 503U);
        EXPECT_THAT(*all, HasSubstr("Connection: close\r\n"));
        EXPECT_THAT(*all, HasSubstr("Retry-After: "));
        EXPECT_EQ(all->find("may have been done") != std::string::npos, each == &handled)
            << "a handler's effect is not known, a request that never was whole has none: " << *all;
    }
    EXPECT_EQ(idle.rest(), "");
    to.run_until([&] { return to.drained.has_value(); });
    EXPECT_EQ(to.drained, 2U);
    EXPECT_EQ(to.cancelled, 1U);
    EXPECT_EQ(to.metric("http_connections"), "0");
}

TEST(Drain, CountsAnAnswerThatIsHalfSentAtTheDeadlineAsGivenUp)
{
    served to(with(10ms, 50ms));
    client from(to);
    from.send(get("/big"));
    to.run_until([&] { return from.has_received(); });
    to.begin_drain();

    to.run_until([&] { return to.drained.has_value(); });
    EXPECT_EQ(to.drained, 1U);
    EXPECT_EQ(to.metric("http_connections"), "0");
}

} // namespace
} // namespace rinha::http
