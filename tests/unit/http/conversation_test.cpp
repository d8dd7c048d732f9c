#include "http/conversation.hpp"

#include "unit/http/requests.hpp"

#include <gmock/gmock.h>

namespace rinha::http {
namespace {

using need = conversation::need;
using phase = conversation::phase;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

response text(std::string body)
{
    return {.status = 200, .content_type = "text/plain", .headers = {}, .body = std::move(body)};
}

awaitable<response> never_run(const request&) { co_return response{}; }

std::size_t answers_in(std::string_view output)
{
    std::size_t count = 0;
    for (std::size_t at = 0; (at = output.find("HTTP/1.1 ", at)) != std::string_view::npos; ++at)
        ++count;
    return count;
}

class Conversation : public testing::Test
{
protected:
    Conversation()
    {
        routes.add(method::get, "/", plain_handler([](const request&) { return text("hello"); }));
        routes.add(method::post, "/echo", plain_handler([](const request& r) { return text(r.body); }), {.body = 10});
        routes.add(method::get, "/throw", plain_handler([](const request&) -> response { throw std::bad_alloc(); }));
        routes.add(method::get, "/async", async_handler(never_run));
    }

    conversation& talk()
    {
        if (!env_) {
            env_.emplace(routes, settings, registry);
            talk_.emplace(*env_);
        }
        return *talk_;
    }

    environment& env()
    {
        talk();
        return *env_;
    }

    // What it needs after these bytes; the output is that of these bytes alone.
    need say(std::string_view bytes)
    {
        output.clear();
        said_ = bytes;
        input = said_;
        return talk().advance(input, output);
    }

    server_settings settings;
    router routes;
    metrics::registry registry;
    std::string output;
    std::string_view input; // what the last say() left

private:
    std::string said_;
    std::optional<environment> env_;
    std::optional<conversation> talk_;
};

TEST_F(Conversation, AnswersAllPipelinedRequestsInOneOutput)
{
    EXPECT_EQ(say(get("/") + get("/none") + post("/echo", "ab") + get("/")), need::input);
    EXPECT_EQ(answers_in(output), 4U);
    EXPECT_THAT(output, StartsWith("HTTP/1.1 200 OK\r\n"));
    EXPECT_THAT(output, EndsWith("\r\n\r\nhello"));
}

TEST_F(Conversation, StopsForOutputWhenThereIsMuchOfIt)
{
    settings.max_pipelined_output = 1;
    EXPECT_EQ(say(get("/") + get("/")), need::output);
    EXPECT_EQ(answers_in(output), 1U);
    EXPECT_EQ(input, get("/"));
}

TEST_F(Conversation, AnswersHeadWithoutTheBody)
{
    say("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_THAT(output, HasSubstr("Content-Length: 5\r\n"));
    EXPECT_THAT(output, EndsWith("\r\n\r\n"));
    say("HEAD /none HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_THAT(output, StartsWith("HTTP/1.1 404"));
    EXPECT_THAT(output, EndsWith("\r\n\r\n"));
}

TEST_F(Conversation, GivesEachAnswerADate)
{
    say(get("/"));
    EXPECT_THAT(output, HasSubstr("\r\nDate: "));
}

TEST_F(Conversation, StaysOpenForHttp10OnlyWhenAsked)
{
    EXPECT_EQ(say("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), need::input);
    EXPECT_THAT(output, HasSubstr("Connection: keep-alive\r\n"));
    EXPECT_THAT(output, HasSubstr("Content-Length: 5\r\n"));

    EXPECT_EQ(say("GET / HTTP/1.0\r\n\r\n"), need::close);
    EXPECT_THAT(output, HasSubstr("Connection: close\r\n"));
    EXPECT_FALSE(talk().client_may_be_sending());
}

TEST_F(Conversation, AnswersNothingBehindARequestThatCloses)
{
    EXPECT_EQ(say(get("/", "Connection: close\r\n") + get("/")), need::close);
    EXPECT_EQ(answers_in(output), 1U);
    EXPECT_TRUE(talk().client_may_be_sending());
}

TEST_F(Conversation, ClosesAfterAMessageItCannotRead)
{
    EXPECT_EQ(say(get("/") + "GET / HTTP/1.1\r\n\r\n" + get("/")), need::close);
    EXPECT_EQ(answers_in(output), 2U);
    EXPECT_THAT(output, HasSubstr("HTTP/1.1 400 Bad Request\r\n"));
    EXPECT_THAT(output, HasSubstr("Connection: close\r\n"));
    EXPECT_THAT(output, HasSubstr("application/problem+json"));
    EXPECT_TRUE(talk().client_may_be_sending());
}

TEST_F(Conversation, SurvivesAHandlerThatThrows)
{
    EXPECT_EQ(say(get("/throw") + get("/")), need::input);
    EXPECT_THAT(output, StartsWith("HTTP/1.1 500"));
    EXPECT_THAT(output, EndsWith("hello"));
}

TEST_F(Conversation, SaysContinueWhenTheBodyIsWanted)
{
    EXPECT_EQ(say(post_head("/echo", "Content-Length: 2\r\nExpect: 100-continue\r\n")), need::input);
    EXPECT_EQ(output, "HTTP/1.1 100 Continue\r\n\r\n");
    say("ab");
    EXPECT_THAT(output, EndsWith("\r\n\r\nab"));
}

TEST_F(Conversation, DoesNotSayContinueWhenTheBodyIsThere)
{
    say(post_head("/echo", "Content-Length: 2\r\nExpect: 100-continue\r\n") + "ab");
    EXPECT_THAT(output, StartsWith("HTTP/1.1 200"));
    EXPECT_EQ(answers_in(output), 1U);
}

struct unwanted
{
    const char* path;
    const char* fields;
    const char* status;
};

TEST_F(Conversation, RefusesABodyWithoutSayingContinue)
{
    for (const auto& row : {
             unwanted{"/echo", "Content-Length: 11\r\nExpect: 100-continue\r\n", "HTTP/1.1 413 "},
             unwanted{"/echo", "Content-Length: 1\r\nExpect: other\r\n", "HTTP/1.1 417 "},
             unwanted{"/none", "Content-Length: 1\r\nExpect: 100-continue\r\n", "HTTP/1.1 404 "},
             unwanted{"/", "Content-Length: 1\r\nExpect: 100-continue\r\n", "HTTP/1.1 405 "},
         })
    {
        environment here(routes, settings, registry);
        conversation one(here);
        std::string out;
        const std::string head = post_head(row.path, row.fields);
        std::string_view bytes = head;

        EXPECT_EQ(one.advance(bytes, out), need::close);
        EXPECT_THAT(out, StartsWith(row.status));
        EXPECT_THAT(out, HasSubstr("Connection: close\r\n"));
        EXPECT_TRUE(one.client_may_be_sending());
    }
}

TEST_F(Conversation, AsksForTheHandlerAndGoesOnAfterItsAnswer)
{
    EXPECT_EQ(say(get("/") + get("/async") + get("/")), need::handling);
    EXPECT_EQ(answers_in(output), 1U);
    EXPECT_EQ(input, get("/"));
    EXPECT_EQ(env().in_flight, 1U);

    talk().answer(text("later"), true, output);
    EXPECT_EQ(env().in_flight, 0U);
    EXPECT_EQ(talk().advance(input, output), need::input);
    EXPECT_EQ(answers_in(output), 3U);
    EXPECT_THAT(output, EndsWith("hello"));
}

TEST_F(Conversation, RefusesAHandlerTooManyAndStays)
{
    settings.max_in_flight = 1;
    conversation other(env());
    std::string out;
    const std::string bytes = get("/async");
    std::string_view all = bytes;
    ASSERT_EQ(other.advance(all, out), need::handling);

    EXPECT_EQ(say(get("/async") + get("/")), need::input);
    EXPECT_THAT(output, StartsWith("HTTP/1.1 503"));
    EXPECT_THAT(output, HasSubstr("Retry-After: "));
    EXPECT_THAT(output, EndsWith("hello")) << "plain handlers go on";

    other.answer(text(""), false, out);
    EXPECT_EQ(say(get("/async")), need::handling);
}

TEST_F(Conversation, KnowsItsPhase)
{
    EXPECT_EQ(talk().at(), phase::idle);
    say("\r\n");
    EXPECT_EQ(talk().at(), phase::idle);
    say("P");
    EXPECT_EQ(talk().at(), phase::head);
    say("OST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n");
    EXPECT_EQ(talk().at(), phase::body);
    say("a");
    EXPECT_EQ(talk().at(), phase::idle);
    say(get("/async"));
    EXPECT_EQ(talk().at(), phase::handling);
    talk().answer(text(""), false, output);
    EXPECT_EQ(talk().at(), phase::idle);
    talk().hang_up();
    EXPECT_EQ(talk().at(), phase::closing);
}

TEST_F(Conversation, CountsAPhaseFromItsFirstByteNotFromItsLast)
{
    const clock::time_point start = env().now;
    env().now = start + std::chrono::seconds(1);
    say("G");
    env().now = start + std::chrono::seconds(2);
    say("E");
    EXPECT_EQ(talk().since(), start + std::chrono::seconds(1));
}

TEST_F(Conversation, GivesUpARequestThatWasBegun)
{
    say("GET");
    output.clear();
    talk().give_up(408, "too slow", output);
    EXPECT_THAT(output, StartsWith("HTTP/1.1 408 Request Timeout\r\n"));
    EXPECT_THAT(output, HasSubstr("Connection: close\r\n"));
    EXPECT_EQ(talk().at(), phase::closing);
}

TEST_F(Conversation, ClosesWithTheNextAnswerWhenDraining)
{
    EXPECT_EQ(say(get("/")), need::input);
    EXPECT_THAT(output, Not(HasSubstr("Connection")));

    env().drain_began = env().now;
    EXPECT_EQ(say(""), need::input) << "it stays until then";
    EXPECT_EQ(say(get("/")), need::close);
    EXPECT_THAT(output, HasSubstr("Connection: close\r\n"));
    EXPECT_TRUE(talk().client_may_be_sending());
}

TEST_F(Conversation, AnswersAllThatWasReadWhenDraining)
{
    env().drain_began = env().now;
    EXPECT_EQ(say(get("/") + get("/") + "GET"), need::input);
    EXPECT_EQ(answers_in(output), 2U);
    EXPECT_THAT(output, Not(HasSubstr("Connection: close\r\n")));

    EXPECT_EQ(say(" / HTTP/1.1\r\nHost: a\r\n\r\n"), need::close);
    EXPECT_THAT(output, HasSubstr("Connection: close\r\n"));
}

} // namespace
} // namespace rinha::http
