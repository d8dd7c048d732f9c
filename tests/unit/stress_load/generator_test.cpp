#include "apps/stress_load/generator.hpp"

#include "support/loop.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rinha::stress_load {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

using acceptor = asio::basic_socket_acceptor<asio::ip::tcp, executor>;
using peer = asio::basic_stream_socket<asio::ip::tcp, executor>;

constexpr auto as_pair = asio::as_tuple(asio::deferred);

// Answers each request, which comes in one piece, with what `answer` makes of it; nothing: it never does. Where that is
// empty, or ends with `farewell`, it closes.
constexpr std::string_view farewell = "bye";

class server
{
public:
    using answerer = std::function<std::optional<std::string>(const std::string& request)>;

    server(executor on, answerer answer)
        : answer_(std::move(answer))
        , acceptor_(on, {asio::ip::address_v4::loopback(), 0})
    {
        asio::co_spawn(on, accept(), asio::detached);
    }

    asio::ip::tcp::endpoint at() const { return acceptor_.local_endpoint(); }
    void close() { acceptor_.close(); }

    // Of each connection, in the order of their acceptance; `true` when the user has closed it.
    std::vector<std::pair<std::vector<std::string>, bool>> seen;

private:
    awaitable<void> accept()
    {
        for (;;) {
            auto [failed, user] = co_await acceptor_.async_accept(as_pair);
            if (failed)
                co_return;
            seen.emplace_back();
            asio::co_spawn(acceptor_.get_executor(), serve(std::move(user), seen.size() - 1), asio::detached);
        }
    }

    awaitable<void> serve(peer user, std::size_t number)
    {
        std::array<char, 4096> buffer{};
        for (;;) {
            const auto [failed, size] = co_await user.async_read_some(asio::buffer(buffer), as_pair);
            if (failed) {
                seen[number].second = failed == asio::error::eof;
                co_return;
            }
            const std::string request(buffer.data(), size);
            seen[number].first.push_back(request);
            const auto answer = answer_(request);
            if (!answer)
                continue;
            if (answer->empty())
                co_return;
            co_await asio::async_write(user, asio::buffer(*answer), as_pair);
            if (answer->ends_with(farewell))
                co_return;
        }
    }

    answerer answer_;
    acceptor acceptor_;
};

std::string with_status(int status, std::string_view headers = "")
{
    return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: 2\r\n" + std::string(headers) + "\r\n";
}

// As a server without fault.
std::optional<std::string> rightly(const std::string& request)
{
    if (request.starts_with("POST"))
        return with_status(201, "Location: /pessoas/1\r\n") + "{}";
    return with_status(request.starts_with("GET /pessoas HTTP") ? 400 : 200) + "{}";
}

class Generator : public testing::Test
{
protected:
    void run(const rates& each, clock::duration duration, server::answerer answer, clock::duration patience = 10s)
    {
        serving.emplace(io.executor(), std::move(answer));
        run_against(serving->at(), each, duration, patience);
        io.run_until([this] {
            return std::ranges::all_of(serving->seen, [](const auto& user) { return user.second; }) || !all_close;
        });
        serving->close();
    }

    void run_against(const asio::ip::tcp::endpoint& at, const rates& each, clock::duration duration,
                     clock::duration patience = 10s)
    {
        aim.emplace(io.executor(), at, "host:1", patience);
        generator users(*aim, counted, lines("{\"n\":1}\n{\"n\":2}\n"), lines("a b\nc\n"));
        auto coming = io.start(users.run(arrivals(each, duration)));
        auto watching =
            io.start(users.report(20ms, [this](const generator::interval& gone) { seconds.push_back(gone.number); }));
        io.finish(coming);
        io.finish(watching);
        elapsed = users.elapsed();
        EXPECT_TRUE(users.have_all_come());
    }

    support::loop io;
    std::optional<server> serving;
    std::optional<target> aim;
    tally counted;
    std::vector<std::uint64_t> seconds;
    clock::duration elapsed{};
    bool all_close = true;
};

TEST_F(Generator, CreatesWithThePayloadsInOrderAndLooksAtEach)
{
    run({.creations = 30, .searches = 0, .invalid_searches = 0}, 100ms, rightly);
    ASSERT_EQ(serving->seen.size(), 3U);
    const std::string look = "GET /pessoas/1 HTTP/1.1\r\nHost: host:1\r\n\r\n";
    int number = 1;
    for (const auto& [requests, is_closed] : serving->seen) {
        const auto post = "POST /pessoas HTTP/1.1\r\nHost: host:1\r\nContent-Type: application/json\r\nContent-Length: "
                          "7\r\n\r\n{\"n\":" +
                          std::to_string(number) + "}";
        EXPECT_THAT(requests, ElementsAre(post, look));
        EXPECT_TRUE(is_closed);
        number = 3 - number;
    }
    EXPECT_EQ(counted.failed(), 0U);
    EXPECT_EQ(counted.latencies(request::creation).size(), 3U);
    EXPECT_EQ(counted.latencies(request::look).size(), 3U);
    EXPECT_EQ(counted.delays().size(), 3U);
    EXPECT_EQ(seconds.front(), 1U);
    EXPECT_GE(elapsed, 84ms); // of the last arrival, and a pause
    EXPECT_LT(elapsed, 5s);
}

TEST_F(Generator, LooksOnlyAtWhatWasCreated)
{
    run({.creations = 30, .searches = 0, .invalid_searches = 0}, 100ms,
        [](const std::string&) { return with_status(422) + "{}"; });
    for (const auto& [requests, is_closed] : serving->seen)
        EXPECT_EQ(requests.size(), 1U);
    EXPECT_EQ(counted.failed(), 0U);
}

TEST_F(Generator, LooksWhereAWholeUrlSays)
{
    run({.creations = 10, .searches = 0, .invalid_searches = 0}, 100ms, [](const std::string& request) {
        return with_status(request.starts_with("POST") ? 201 : 200, "Location: http://host:1/pessoas/7\r\n") + "{}";
    });
    EXPECT_THAT(serving->seen.front().first.back(), testing::StartsWith("GET /pessoas/7 HTTP/1.1\r\n"));
}

TEST_F(Generator, EncodesTermsAndSendsNoneWhereNoneIsMeant)
{
    run({.creations = 0, .searches = 10, .invalid_searches = 10}, 200ms, rightly);
    std::vector<std::string> lines;
    for (const auto& [requests, is_closed] : serving->seen)
        lines.push_back(requests.at(0).substr(0, requests.at(0).find('\r')));
    EXPECT_THAT(lines, testing::UnorderedElementsAre("GET /pessoas?t=a%20b HTTP/1.1", "GET /pessoas?t=c HTTP/1.1",
                                                     "GET /pessoas HTTP/1.1", "GET /pessoas HTTP/1.1"));
    EXPECT_EQ(counted.failed(), 0U);
}

TEST_F(Generator, ChargesAServerThatStandsStillWithAllWhoCameMeanwhile)
{
    bool has_stood_still = false;
    run({.creations = 0, .searches = 1000, .invalid_searches = 0}, 100ms, [&](const std::string& request) {
        const auto until = clock::now() + 300ms;
        while (!has_stood_still && clock::now() < until) // and the generator with it, on this thread
            ;
        has_stood_still = true;
        return rightly(request);
    });
    auto latencies = counted.latencies(request::search);
    EXPECT_EQ(latencies.size(), 100U);
    EXPECT_GT(percentiles_of(latencies).p50, 200); // milliseconds
    auto late = counted.delays();
    EXPECT_GT(percentiles_of(late).p50, 200);
}

TEST_F(Generator, ReadsChunksAndGoesOnOnTheSameConnection)
{
    run({.creations = 20, .searches = 0, .invalid_searches = 0}, 100ms, [](const std::string& request) {
        const auto status = request.starts_with("POST") ? "201 X\r\nLocation: /pessoas/1" : "200 X";
        return "HTTP/1.1 " + std::string(status) + "\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n";
    });
    EXPECT_EQ(serving->seen.size(), 2U);
    EXPECT_EQ(counted.requests(), 4U);
    EXPECT_THAT(counted.faults(), IsEmpty());
}

TEST_F(Generator, ComesAgainWhereTheServerEndsTheConnectionAfterAnAnswer)
{
    all_close = false;
    for (const std::string_view ending : {"Connection: close\r\nContent-Length: 3\r\n\r\n", "\r\n"}) {
        counted = {};
        run({.creations = 20, .searches = 0, .invalid_searches = 0}, 100ms, [&](const std::string& request) {
            const auto status = request.starts_with("POST") ? "201 X\r\nLocation: /pessoas/1\r\n" : "200 X\r\n";
            return "HTTP/1.1 " + std::string(status) + std::string(ending) + std::string(farewell);
        });
        EXPECT_EQ(serving->seen.size(), 4U) << ending;
        EXPECT_EQ(counted.requests(), 4U);
        EXPECT_THAT(counted.faults(), IsEmpty());
    }
}

TEST_F(Generator, TellsOfAnAnswerThatDoesNotEnd)
{
    all_close = false;
    run(
        {.creations = 0, .searches = 20, .invalid_searches = 0}, 100ms,
        [](const std::string&) { return "HTTP/1.1 200 X\r\n\r\n{}"; }, 100ms);
    EXPECT_THAT(counted.faults(), ElementsAre(Pair("busca válida: Connection timed out", 2U)));
}

TEST_F(Generator, TellsOfAnAnswerThatEndsTooSoon)
{
    all_close = false;
    run({.creations = 0, .searches = 20, .invalid_searches = 0}, 100ms, [](const std::string&) {
        return "HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n" + std::string(farewell);
    });
    EXPECT_THAT(counted.faults(), ElementsAre(Pair("busca válida: End of file", 2U)));
}

TEST_F(Generator, TellsWhoGotNoAnswerInTime)
{
    all_close = false;
    run(
        {.creations = 0, .searches = 20, .invalid_searches = 0}, 100ms, [](const std::string&) { return std::nullopt; },
        100ms);
    EXPECT_THAT(counted.faults(), ElementsAre(Pair("busca válida: Connection timed out", 2U)));
}

TEST_F(Generator, TellsWhoWasCutOff)
{
    all_close = false;
    run({.creations = 0, .searches = 20, .invalid_searches = 0}, 100ms,
        [](const std::string&) { return std::string(); });
    EXPECT_THAT(counted.faults(), ElementsAre(Pair("busca válida: End of file", 2U)));
}

TEST_F(Generator, TellsWhoGotNonsense)
{
    run({.creations = 0, .searches = 20, .invalid_searches = 0}, 100ms,
        [](const std::string&) { return "nonsense\r\n\r\n"; });
    EXPECT_THAT(counted.faults(), ElementsAre(Pair("busca válida: unreadable answer", 2U)));
}

TEST_F(Generator, TellsWhoFoundNobody)
{
    acceptor closed(io.executor(), {asio::ip::address_v4::loopback(), 0});
    const auto nowhere = closed.local_endpoint();
    closed.close();
    run_against(nowhere, {.creations = 20, .searches = 0, .invalid_searches = 0}, 100ms);
    EXPECT_THAT(counted.faults(), ElementsAre(Pair("criação: Connection refused", 2U)));
}

TEST_F(Generator, EndsEarlyWhereItIsStopped)
{
    serving.emplace(io.executor(), rightly);
    aim.emplace(io.executor(), serving->at(), "host:1", clock::duration(10s));
    generator users(*aim, counted, lines("{}"), lines("a"));
    auto coming = io.start(users.run(arrivals({.creations = 100, .searches = 0, .invalid_searches = 0}, 1h)));
    auto watching = io.start(users.report(20ms, [&](const generator::interval&) { users.stop(); }));
    io.finish(coming);
    io.finish(watching);
    EXPECT_GT(counted.requests(), 0U);
    EXPECT_EQ(counted.failed(), 0U);
    EXPECT_FALSE(users.have_all_come());
    serving->close();
}

TEST_F(Generator, DoesNotWaitForTheNextUserWhereItIsStopped)
{
    aim.emplace(io.executor(), asio::ip::tcp::endpoint(), "host:1", clock::duration(10s));
    generator users(*aim, counted, lines("{}"), lines("a"));
    auto coming = io.start(users.run(arrivals({.creations = 0.001, .searches = 0, .invalid_searches = 0}, 1h)));
    auto watching = io.start(users.report(20ms, [&](const generator::interval&) { users.stop(); }));
    io.finish(coming);
    io.finish(watching);
    EXPECT_EQ(counted.requests(), 0U);
    EXPECT_FALSE(users.have_all_come());
}

} // namespace
} // namespace rinha::stress_load
