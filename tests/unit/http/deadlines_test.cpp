#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

#include <sys/socket.h>

// Spec row 41.

namespace rinha::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// Everything is patient but what a test makes short.
server_settings patient()
{
    server_settings all;
    all.head_timeout = all.body_timeout = all.idle_timeout = all.write_timeout = 1h;
    return all;
}

TEST(Deadlines, EndAnIdleConnectionInSilence)
{
    server_settings settings = patient();
    settings.idle_timeout = 20ms;
    served to(settings);
    client fresh(to);
    client used(to);
    used.send(get("/"));
    used.answer();

    EXPECT_EQ(fresh.rest(), "");
    EXPECT_EQ(used.rest(), "");
}

TEST(Deadlines, LeaveAnIdleConnectionThatSpeaksInTime)
{
    server_settings settings = patient();
    settings.idle_timeout = 200ms;
    served to(settings);
    client from(to);

    const auto end = clock::now() + 400ms;
    while (clock::now() < end) {
        from.send(get("/"));
        ASSERT_EQ(status_of(from.answer()), 200U);
    }
}

TEST(Deadlines, AnswerAHeadThatTakesTooLongWith408)
{
    server_settings settings = patient();
    settings.head_timeout = 20ms;
    served to(settings);
    client from(to);

    from.send("GET / HTTP/1.1\r\n");
    const auto all = from.rest();
    ASSERT_TRUE(all);
    EXPECT_EQ(status_of(*all), 408U);
    EXPECT_THAT(*all, HasSubstr("Connection: close\r\n"));
}

TEST(Deadlines, AreNotMovedByBytesThatTrickle)
{
    server_settings settings = patient();
    settings.head_timeout = 50ms;
    settings.max_head = 1024 * 1024;
    served to(settings);
    client from(to);

    from.send("GET / HTTP/1.1\r\nX: ");
    to.run_until([&] {
        from.send("x");
        return from.has_received();
    });
    EXPECT_EQ(status_of(from.answer()), 408U);
}

TEST(Deadlines, AnswerABodyThatTakesTooLongWith408)
{
    server_settings settings = patient();
    settings.body_timeout = 20ms;
    served to(settings);
    client from(to);

    from.send(post_head("/echo", "Content-Length: 10\r\n") + "abc");
    const auto all = from.rest();
    ASSERT_TRUE(all);
    EXPECT_EQ(status_of(*all), 408U);
}

TEST(Deadlines, EndAConnectionThatTakesNoOutput)
{
    server_settings settings = patient();
    settings.write_timeout = 20ms;
    served to(settings);
    client from(to);

    from.send(get("/big"));
    to.run_until([&] { return to.metric("http_connections") == "1"; });
    to.run_until([&] { return to.metric("http_connections") == "0"; });
}

TEST(Deadlines, LeaveAHandlerAlone)
{
    server_settings settings = patient();
    settings.head_timeout = settings.body_timeout = settings.idle_timeout = settings.write_timeout = 10ms;
    served to(settings);
    client from(to);

    from.send(get("/wait"));
    timer later(to.loop, 60ms);
    later.async_wait([&](error_code) { to.open_gate(); });
    EXPECT_EQ(status_of(from.answer()), 200U);
}

class LostClient : public testing::Test
{
protected:
    LostClient()
        : to(quick())
        , from(to)
    {
    }

    static server_settings quick()
    {
        server_settings settings = patient();
        settings.drain_idle = 20ms; // makes the tick short
        return settings;
    }

    void expect_cancelled()
    {
        to.run_until([&] { return to.waiting == 0; });
        EXPECT_EQ(to.cancelled, 1U);
        to.run_until([&] { return to.metric("http_connections") == "0"; });
        EXPECT_EQ(to.metric("http_requests_in_flight"), "0");
    }

    void wait_for_handler()
    {
        to.run_until([&] { return to.waiting == 1; });
    }

    served to;
    client from;
};

TEST_F(LostClient, EndsItsHandler)
{
    from.send(get("/wait"));
    wait_for_handler();
    from.close();
    expect_cancelled();
}

TEST_F(LostClient, IsOneWhoClosesTheSendingSide)
{
    from.send(get("/wait"));
    wait_for_handler();
    from.close_sending_side();
    expect_cancelled();
    EXPECT_EQ(from.rest(), "");
}

TEST_F(LostClient, IsSeenBehindPipelinedRequests)
{
    from.send(get("/wait") + get("/"));
    wait_for_handler();
    from.send(get("/"));
    from.close_sending_side();
    expect_cancelled();
}

TEST_F(LostClient, IsOneWhoResetsTheConnection)
{
    from.send(get("/wait"));
    wait_for_handler();
    const linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(from.native_handle(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    from.close();
    expect_cancelled();
}

TEST_F(LostClient, IsNotOneWhoWaits)
{
    from.send(get("/wait"));
    wait_for_handler();
    timer later(to.loop, 60ms);
    later.async_wait([&](error_code) { to.open_gate(); });
    EXPECT_EQ(status_of(from.answer()), 200U);
    EXPECT_EQ(to.cancelled, 0U);
}

} // namespace
} // namespace rinha::http
