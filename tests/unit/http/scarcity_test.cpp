#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/scarce_memory.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

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

// The socket takes more than half of the first answer: the rest would be copied, to give back the memory of it all.
TEST(Scarcity, LosesNothingOfAnAnswerThatIsHalfSent)
{
    server_settings settings;
    settings.max_pipelined_output = 2 * a_big_answer; // the second request is begun before the first answer is sent
    served to(settings);
    client probe(to);
    probe.send(get("/big"));
    to.run_until([&] { return probe.has_received(); });
    const std::size_t taken_at_once = probe.take();

    client from(to);
    const std::size_t size = taken_at_once * 3 / 2;
    from.send(get("/bytes/" + std::to_string(size)) + get("/wait"));
    const scarce_memory one(taken_at_once / 4, 2); // not the handler's, not the output's
    to.run_until([&] { return one.has_refused(); });

    const std::string answer = from.answer();
    EXPECT_EQ(answer.size() - (answer.find("\r\n\r\n") + 4), size);
    EXPECT_EQ(answer.find("HTTP", 1), std::string::npos) << "another answer in its midst";
    to.open_gate();
    EXPECT_THAT(from.answer(), EndsWith("waited"));
}

TEST(Scarcity, KeepsTheDeadlinesWhicheverAllocationFails)
{
    server_settings settings;
    settings.drain_idle = 20ms; // makes the tick short
    bool is_refused = true;
    std::size_t spared = 0;
    for (; is_refused; ++spared) {
        served to(settings);
        to.loop.poll();
        client lacking(to);
        {
            const scarce_memory one(0, spared);
            to.loop.poll();
            to.loop.run_one();
            is_refused = one.has_refused();
        }
        client from(to);
        from.send(get("/wait"));
        to.run_until([&] { return to.waiting == 1; });
        from.close();
        bool is_late = false;
        timer later(to.loop, 5s);
        later.async_wait([&](error_code) { is_late = true; });
        to.run_until([&] { return to.cancelled == 1 || is_late; });
        ASSERT_EQ(to.cancelled, 1U) << "the allocation after " << spared << " others";
    }
    EXPECT_GT(spared, 2U);
}

// Each kind of wait, and each way to end.
const std::vector<std::string> conversations{
    "",
    get("/soon"),
    get("/throw-later"),
    get("/bytes/4000000"), // more than the socket takes
    post("/echo", "hello") + get("/soon"),
    "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
};

// Returns whether there was an allocation that late.
bool lack_memory_while(const server_settings& settings, const std::string& said, std::size_t spared)
{
    served to(settings);
    to.loop.poll();
    client lacking(to);
    lacking.send(said);
    bool is_refused = false;
    {
        const scarce_memory one(0, spared);
        to.loop.poll();
        lacking.close();
        to.loop.poll();
        is_refused = one.has_refused();
    }
    to.run_until([&] { return to.metric("http_connections") == "0"; });
    EXPECT_EQ(to.metric("http_requests_in_flight"), "0");

    if (settings.max_connections > 0) {
        client from(to);
        from.send(get("/soon"));
        EXPECT_EQ(status_of(from.answer()), 200U);
    }
    return is_refused;
}

TEST(Scarcity, EndsOneConnectionAtTheMostWhicheverAllocationFails)
{
    for (const std::string& said : conversations) {
        std::size_t spared = 0;
        while (lack_memory_while({}, said, spared)) {
            ASSERT_FALSE(testing::Test::HasFailure()) << "the allocation after " << spared << " others: " << said;
            ++spared;
        }
        EXPECT_GT(spared, 2U);
    }
}

TEST(Scarcity, EndsNoMoreThanTheConnectionThatIsTurnedAway)
{
    server_settings settings;
    settings.max_connections = 0;
    std::size_t spared = 0;
    while (lack_memory_while(settings, get("/"), spared))
        ++spared;
    EXPECT_GT(spared, 2U);
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
