#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

namespace rinha::http {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

TEST(Server, AnswersOneRequestAfterTheOther)
{
    served to;
    client from(to);

    from.send(get("/"));
    EXPECT_THAT(from.answer(), EndsWith("\r\n\r\nhello"));
    from.send(post("/echo", "abc"));
    EXPECT_THAT(from.answer(), EndsWith("\r\n\r\nabc"));
    from.send(get("/soon"));
    EXPECT_THAT(from.answer(), EndsWith("\r\n\r\nsoon"));
}

TEST(Server, AnswersPipelinedRequestsInOrder)
{
    served to;
    client from(to);

    from.send(get("/") + get("/soon") + post("/echo", "1") + get("/soon") + post("/echo", "2"));
    for (const char* const body : {"hello", "soon", "1", "soon", "2"})
        EXPECT_THAT(from.answer(), EndsWith(std::string("\r\n\r\n") + body));
}

TEST(Server, WaitsForNobodyWhoSaysNothing)
{
    served to;
    client silent(to);
    client from(to);

    from.send(get("/"));
    EXPECT_THAT(from.answer(), EndsWith("hello"));
}

TEST(Server, TakesARequestInPieces)
{
    served to;
    client from(to);

    for (const char c : post("/echo", "abc")) {
        from.send({&c, 1});
        to.loop.poll();
    }
    EXPECT_THAT(from.answer(), EndsWith("abc"));
}

TEST(Server, SendsMoreThanTheSocketTakesAtOnce)
{
    served to;
    client from(to);

    from.send(get("/big") + get("/"));
    EXPECT_GT(from.answer().size(), 16'000'000U);
    EXPECT_THAT(from.answer(), EndsWith("hello"));
}

TEST(Server, SendsWhatIsPipelinedBehindALargeAnswerAfterIt)
{
    served to;
    client from(to);

    for (const char* const path : {"/nope", "/", "/soon", "/big"}) {
        from.send(get("/big-later") + get(path));
        const std::string first = from.answer();
        EXPECT_GT(first.size(), 16'000'000U);
        EXPECT_THAT(first, EndsWith("xxx"));
        EXPECT_EQ(status_of(from.answer()), std::string_view(path) == "/nope" ? 404U : 200U);
    }
}

TEST(Server, ClosesWhenTheClientWantsIt)
{
    served to;
    client from(to);

    from.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
    const auto all = from.rest();
    ASSERT_TRUE(all);
    EXPECT_THAT(*all, HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(*all, EndsWith("hello"));
}

TEST(Server, LetsARefusedClientSeeTheAnswerThoughItStillSends)
{
    served to;
    client from(to);

    from.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 500000\r\n\r\n" + std::string(500'000, 'x'));
    const auto all = from.rest();
    ASSERT_TRUE(all) << "the connection was reset";
    EXPECT_EQ(status_of(*all), 413U);
}

TEST(Server, AnswersAHandlerThatThrowsWith500AndTellsNothing)
{
    for (const char* const path : {"/throw", "/throw-later"}) {
        served to;
        client from(to);
        from.send(get(path));
        const std::string answer = from.answer();
        EXPECT_EQ(status_of(answer), 500U);
        EXPECT_THAT(answer, Not(HasSubstr("secret")));
    }
}

TEST(Server, ForgetsAConnectionThatTheClientCloses)
{
    served to;
    client from(to);
    from.send(get("/"));
    from.answer();
    EXPECT_EQ(to.metric("http_connections"), "1");

    from.close();
    to.run_until([&] { return to.metric("http_connections") == "0"; });
}

} // namespace
} // namespace rinha::http
