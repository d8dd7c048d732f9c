#include "http/conversation.hpp"
#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <vector>

// Spec row 43: what connections hold while they wait for their clients.

namespace rinha::http {
namespace {

using need = conversation::need;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr std::size_t big = 16'000'000; // bytes of the answer to GET /big; no socket takes them all

class Memory : public testing::Test
{
protected:
    Memory()
    {
        const auto echo = [](const request& r) {
            return response{.status = 200, .content_type = "text/plain", .headers = {}, .body = r.body};
        };
        const auto later = [](const request&) -> awaitable<response> { co_return response{}; };
        routes.add(method::post, "/echo", plain_handler(echo), {.body = 100'000});
        routes.add(method::post, "/later", async_handler(later));
    }

    environment& env()
    {
        if (!env_)
            env_.emplace(routes, settings, registry);
        return *env_;
    }

    // What a conversation needs after these bytes, and in `output` what it says to them.
    need say(conversation& to, std::string_view bytes)
    {
        output.clear();
        return to.advance(bytes, output);
    }

    std::int64_t held() { return env().metrics.received.value(); }

    server_settings settings;
    router routes;
    metrics::registry registry;
    std::string output;

private:
    std::optional<environment> env_;
};

TEST_F(Memory, OfAHalfReceivedBodyIsThatOfItsLength)
{
    conversation to(env());
    say(to, post_head("/echo", "Content-Length: 60000\r\n") + "a");
    EXPECT_GE(held(), 60'000);
    EXPECT_LT(held(), 60'000 + 200) << "the head, and no growing by doubling";

    say(to, std::string(59'999, 'a'));
    EXPECT_EQ(held(), 0);
}

TEST_F(Memory, OfALongBodyIsTakenAsItComes)
{
    conversation to(env());
    say(to, post_head("/echo", "Content-Length: 100000\r\n") + "a");
    EXPECT_LT(held(), 64 * 1024 + 200);
}

TEST_F(Memory, OfABodyIsTakenWithItsFirstByte)
{
    conversation to(env());
    say(to, post_head("/echo", "Content-Length: 60000\r\n"));
    EXPECT_LT(held(), 200) << "what was announced is only a promise";
}

TEST_F(Memory, GoesBackWhenTheRequestIsHandled)
{
    conversation to(env());
    say(to, post_head("/later", "Content-Length: 60000\r\n") + "a");
    ASSERT_EQ(say(to, std::string(59'999, 'a')), need::handling);
    EXPECT_EQ(held(), 0);
}

TEST_F(Memory, GoesBackWithTheConnection)
{
    {
        conversation to(env());
        say(to, post_head("/echo", "Content-Length: 60000\r\n") + "a");
        EXPECT_GE(held(), 60'000);
    }
    EXPECT_EQ(held(), 0);
}

struct waiting
{
    const char* name;
    const char* begun;
};

class MemoryThatIsShort : public Memory, public testing::WithParamInterface<waiting>
{
protected:
    MemoryThatIsShort() { settings.max_buffered = 64'900; }
};

TEST_P(MemoryThatIsShort, RefusesARequestThatIsNotWholeAtOnce)
{
    conversation first(env());
    say(first, post_head("/echo", "Content-Length: 64800\r\n") + "a");
    ASSERT_EQ(output, "");

    conversation second(env());
    EXPECT_EQ(say(second, GetParam().begun), need::close);
    EXPECT_THAT(output, StartsWith("HTTP/1.1 503"));
    EXPECT_THAT(output, HasSubstr("Retry-After: "));
    EXPECT_THAT(output, HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(output, Not(HasSubstr("100 Continue")));
    EXPECT_TRUE(second.client_may_be_sending());
    EXPECT_LT(held(), 64'900) << "it holds nothing while it lingers";
}

INSTANTIATE_TEST_SUITE_P(
    Requests, MemoryThatIsShort,
    testing::Values(
        waiting{"Head",
                "GET /a-path-that-is-rather-long-and-not-yet-at-its-end-nor-is-there-any-end-of-it-to-be-seen-by-"
                "anybody-who-reads-this-far-into-it-and-this-makes-two-hundred-bytes-and-some-more"},
        waiting{"BodyNotBegun", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 200\r\n\r\n"},
        waiting{"Body", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 200\r\n\r\na"},
        waiting{"Chunks", "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n"},
        waiting{"WaitingForContinue",
                "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 200\r\nExpect: 100-continue\r\n\r\n"}),
    [](const auto& row) { return std::string(row.param.name); });

struct whole
{
    const char* name;
    std::string request;
    const char* answer;
};

class MemoryThatIsFull : public Memory, public testing::WithParamInterface<whole>
{
protected:
    MemoryThatIsFull() { settings.max_buffered = 64'855; }
};

TEST_P(MemoryThatIsFull, IsNotNeededForWhatCanBeAnsweredAtOnce)
{
    conversation first(env());
    say(first, post_head("/echo", "Content-Length: 64800\r\n") + "a");
    ASSERT_EQ(held(), 64'855);

    conversation second(env());
    say(second, GetParam().request);
    EXPECT_THAT(output, StartsWith(GetParam().answer));

    EXPECT_EQ(say(first, std::string(64'799, 'a')), need::input) << "who has a place keeps it";
    EXPECT_THAT(output, StartsWith("HTTP/1.1 200"));
}

INSTANTIATE_TEST_SUITE_P(
    Requests, MemoryThatIsFull,
    testing::Values(whole{"WithoutABody", get("/none"), "HTTP/1.1 404"},
                    whole{"WithABody", post("/echo", "a"), "HTTP/1.1 200"},
                    whole{"OverTheLimit", post_head("/echo", "Content-Length: 100001\r\n"), "HTTP/1.1 413"},
                    whole{"ThatNoRouteWants", post_head("/none", "Content-Length: 9\r\nExpect: 100-continue\r\n"),
                          "HTTP/1.1 404"}),
    [](const auto& row) { return std::string(row.param.name); });

server_settings with(std::size_t max_buffered)
{
    server_settings settings;
    settings.max_buffered = max_buffered;
    return settings;
}

std::int64_t received(const served& at) { return std::stoll(at.metric(R"(http_buffered_bytes{of="requests"})")); }

std::int64_t unsent(const served& at) { return std::stoll(at.metric(R"(http_buffered_bytes{of="answers"})")); }

TEST(MemoryOfAnswers, GoesBackWhenTheyAreTaken)
{
    served to;
    client from(to);
    from.send(get("/big") + get("/"));
    to.run_until([&] { return unsent(to) > 0; });
    EXPECT_GT(unsent(to), static_cast<std::int64_t>(big / 2));

    EXPECT_EQ(from.answer().substr(0, 12), "HTTP/1.1 200");
    EXPECT_THAT(from.answer(), EndsWith("hello"));
    EXPECT_EQ(unsent(to), 0);
    EXPECT_EQ(to.metric("http_connections"), "1");
}

TEST(MemoryOfAnswers, IsTakenFromWhoHasForTheLongestTakenNothing)
{
    served to(with(5 * big / 2));
    std::vector<std::unique_ptr<client>> readers;
    const auto ask = [&] {
        const std::int64_t before = unsent(to);
        readers.push_back(std::make_unique<client>(to));
        readers.back()->send(get("/big"));
        to.run_until([&] { return readers.back()->has_received() && (readers.size() > 2 || unsent(to) > before); });
    };
    ask();
    ask();
    to.run_until([&] { return readers[0]->take() > big / 2; }); // it gets on, the second does not
    ask();

    EXPECT_EQ(to.metric("http_connections_cut_off_total"), "1");
    EXPECT_LE(unsent(to), static_cast<std::int64_t>(5 * big / 2));
    EXPECT_EQ(readers[1]->rest(), std::nullopt) << "reset, so that nobody takes the half for the whole";
    EXPECT_EQ(readers[2]->answer().size(), readers[0]->answer().size());
}

TEST(MemoryOfAnswers, IsEnoughForOneHoweverLarge)
{
    served to(with(1'000));
    client from(to);
    from.send(get("/big"));
    EXPECT_GT(from.answer().size(), big);
    EXPECT_EQ(to.metric("http_connections_cut_off_total"), "0");
}

// 60 KB of requests.
std::string many()
{
    std::string all;
    while (all.size() < 60'000)
        all += get("/");
    return all;
}

std::size_t answers_in(std::string_view all)
{
    std::size_t count = 0;
    for (std::size_t at = all.find("HTTP/1.1 200"); at != std::string::npos; at = all.find("HTTP/1.1 200", at + 1))
        ++count;
    return count;
}

TEST(MemoryOfRequestsBehindAnother, IsBoundedAndTheOneThatIsHandledIsAnsweredAnyhow)
{
    served to(with(100'000));
    client reader(to);
    reader.send(get("/big"));
    to.run_until([&] { return unsent(to) > 0; });

    std::vector<std::unique_ptr<client>> pipelining;
    for (std::size_t i = 1; i <= 3; ++i) {
        pipelining.push_back(std::make_unique<client>(to));
        pipelining.back()->send(get("/wait") + many());
        to.run_until([&] { return to.waiting == i; });
    }
    EXPECT_GT(received(to), 50'000);
    EXPECT_LE(received(to), 100'000);

    to.open_gate();
    for (std::size_t i = 1; i <= 2; ++i) {
        const auto all = pipelining[i]->rest();
        ASSERT_TRUE(all);
        EXPECT_EQ(answers_in(*all), 1U) << "who waits for the others may send them again: nothing was done for them";
        EXPECT_THAT(*all, HasSubstr("Connection: close\r\n"));
        EXPECT_THAT(*all, EndsWith("waited"));
    }
    const std::size_t requests = 1 + many().size() / get("/").size();
    for (std::size_t i = 0; i < requests; ++i)
        ASSERT_EQ(status_of(pipelining[0]->answer()), 200U) << "its requests fit";
    EXPECT_GT(reader.answer().size(), big) << "who takes an answer does not make way for requests";
    EXPECT_EQ(to.metric("http_connections_cut_off_total"), "0");
    EXPECT_EQ(received(to), 0);
}

TEST(MemoryOfRequestsBehindAnother, IsBoundedWhileAnAnswerIsTakenTooAndThatAnswerIsTheLast)
{
    served to(with(10'000));
    client from(to);
    from.send(get("/big") + many());
    to.run_until([&] { return unsent(to) > 0; });
    EXPECT_LE(received(to), 10'000);

    const auto all = from.rest();
    ASSERT_TRUE(all);
    EXPECT_EQ(answers_in(*all), 1U);
    EXPECT_GT(all->size(), big);
}

TEST(MemoryOfRequests, IsNotTakenByAnswers)
{
    served to(with(100'000));
    client reader(to);
    reader.send(get("/big"));
    to.run_until([&] { return unsent(to) > 0; });

    client from(to);
    from.send(post_head("/echo", "Content-Length: 60000\r\n") + "a");
    to.run_until([&] { return received(to) > 0 || from.has_received(); });
    from.send(std::string(59'999, 'a'));
    EXPECT_EQ(status_of(from.answer()), 200U);
}

} // namespace
} // namespace rinha::http
