#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/scarce_memory.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

// Out of memory: what lacks it ends, nothing else does.

namespace rinha::http {
namespace {

using namespace std::chrono_literals;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr std::size_t a_big_answer = 16'000'000;

TEST(Scarcity, EndsAConnectionWith500AndLeavesNothingToOthers)
{
    for (const char* const path : {"/big", "/big-later"}) {
        served to;
        client other(to);
        other.send(get("/"));
        other.answer();
        {
            client from(to);
            from.send(get(path) + get("/"));
            const scarce_memory one(a_big_answer, 1); // the handler's, not the output's
            const auto all = from.rest();
            ASSERT_TRUE(all);
            EXPECT_EQ(status_of(*all), 500U) << *all;
            EXPECT_THAT(*all, HasSubstr("Connection: close\r\n"));
            EXPECT_TRUE(one.has_refused());
        }
        other.send(get("/"));
        const std::string answer = other.answer();
        EXPECT_THAT(answer, StartsWith("HTTP/1.1 200 OK\r\n"));
        EXPECT_THAT(answer, EndsWith("\r\n\r\nhello"));
        to.run_until([&] { return to.metric("http_connections") == "1"; });
        EXPECT_EQ(to.metric("http_requests_in_flight"), "0");
    }
}

TEST(Scarcity, KeepsTheDeadlines)
{
    server_settings settings;
    settings.drain_idle = 20ms; // makes the tick short
    served to(settings);
    client from(to);
    from.send(get("/wait"));
    to.run_until([&] { return to.waiting == 1; });
    {
        const scarce_memory next;
        to.run_until([&] { return next.has_refused(); });
    }
    from.close();
    to.run_until([&] { return to.cancelled == 1; });
}

TEST(Scarcity, KeepsAccepting)
{
    served to;
    to.loop.poll();
    client lacking(to);
    {
        const scarce_memory next;
        to.run_until([&] { return next.has_refused(); });
    }
    lacking.rest();
    EXPECT_EQ(to.metric("http_connections"), "0");

    client from(to);
    from.send(get("/"));
    EXPECT_EQ(status_of(from.answer()), 200U);
}

} // namespace
} // namespace rinha::http
