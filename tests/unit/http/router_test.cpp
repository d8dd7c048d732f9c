#include "rinha/http/router.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <gmock/gmock.h>

namespace rinha::http {
namespace {

using testing::ElementsAre;

response answer_with(std::string text)
{
    return {.status = 200, .content_type = "text/plain", .headers = {}, .body = std::move(text)};
}

plain_handler say(std::string text)
{
    return [text = std::move(text)](const request&) { return answer_with(text); };
}

awaitable<response> echo(const request& req) { co_return answer_with(req.params.at(0)); }

request asking(method verb, std::string path)
{
    return {.method = verb,
            .path = std::move(path),
            .query = {},
            .has_query = false,
            .headers = {},
            .body = {},
            .params = {}};
}

response run(const router& routes, request req)
{
    asio::io_context context;
    response answer;
    const auto wait = [&]() -> awaitable<void> { answer = co_await routes.dispatch(req); };
    asio::co_spawn(context, wait, asio::detached);
    context.run();
    return answer;
}

class Router : public testing::Test
{
protected:
    Router()
    {
        api.add(method::get, "/people", say("list"));
        api.add(method::post, "/people", say("create"));
        api.add(method::get, "/people/{id}", async_handler(echo));
        api.add(method::get, "/people/all", say("all"));
        api.add(method::get, "/people/{id}/friends/{friend}", say("friend"));
        api.add(method::put, "/", say("root"), {.body = 7});
    }

    router api;
};

TEST_F(Router, RunsPlainAndAsyncHandlers)
{
    EXPECT_EQ(run(api, asking(method::get, "/people")).body, "list");
    EXPECT_EQ(run(api, asking(method::post, "/people")).body, "create");
    EXPECT_EQ(run(api, asking(method::get, "/people/7")).body, "7");
    EXPECT_EQ(run(api, asking(method::put, "/")).body, "root");
}

TEST_F(Router, PrefersALiteralToAName) { EXPECT_EQ(run(api, asking(method::get, "/people/all")).body, "all"); }

TEST_F(Router, LeavesALiteralThatLeadsNowhere)
{
    EXPECT_EQ(run(api, asking(method::get, "/people/all/friends/x")).body, "friend");
}

TEST_F(Router, FillsTheParametersPercentDecoded)
{
    request req = asking(method::get, "/people/a%2Fb/friends/%C3%A9");
    api.find(req);
    EXPECT_THAT(req.params, ElementsAre("a/b", "\xC3\xA9"));

    api.find(req);
    EXPECT_EQ(req.params.size(), 2U) << "a second find starts anew";
}

TEST_F(Router, TakesAParameterOfBrokenEncodingAsItIs)
{
    EXPECT_EQ(run(api, asking(method::get, "/people/%zz")).body, "%zz");
}

TEST_F(Router, TakesAnEncodedLiteralForTheLiteral)
{
    EXPECT_EQ(run(api, asking(method::get, "/p%65ople")).body, "list");
}

TEST_F(Router, GivesTheLimitsOfTheRoute)
{
    request req = asking(method::put, "/");
    EXPECT_EQ(std::get<const route*>(api.find(req))->limits.body, 7U);
    req = asking(method::get, "/people");
    EXPECT_EQ(std::get<const route*>(api.find(req))->limits.body, 64U * 1024);
}

TEST_F(Router, ServesHeadByGet)
{
    request req = asking(method::head, "/people");
    EXPECT_EQ(std::get<const route*>(api.find(req))->pattern, "/people");
    EXPECT_EQ(run(api, req).body, "list");
}

TEST_F(Router, CountsItsRoutes)
{
    ASSERT_EQ(api.routes().size(), 6U);
    for (std::size_t i = 0; i < api.routes().size(); ++i)
        EXPECT_EQ(api.routes()[i]->index, i);
}

struct refused
{
    method verb;
    const char* path;
    unsigned status;
    const char* allow; // empty: none
};

TEST_F(Router, RefusesWhatItDoesNotHave)
{
    for (const auto& row : {
             refused{method::get, "/pessoas", 404, ""},
             refused{method::get, "/people/", 404, ""},
             refused{method::get, "//people", 404, ""},
             refused{method::get, "/people/7/", 404, ""},
             refused{method::get, "/people/7/friends", 404, ""},
             refused{method::get, "/people//friends/x", 404, ""},
             refused{method::get, "/PEOPLE", 404, ""},
             refused{method::get, "", 404, ""},
             refused{method::get, "people", 404, ""},
             refused{method::get, "*", 404, ""},
             refused{method::options, "/other", 404, ""},
             refused{method::delete_, "/people", 405, "GET, HEAD, POST, OPTIONS"},
             refused{method::other, "/people", 405, "GET, HEAD, POST, OPTIONS"},
             refused{method::post, "/people/7", 405, "GET, HEAD, OPTIONS"},
             refused{method::head, "/", 405, "PUT, OPTIONS"},
             refused{method::options, "/people", 204, "GET, HEAD, POST, OPTIONS"},
             refused{method::options, "*", 204, "GET, HEAD, POST, PUT, OPTIONS"},
         })
    {
        SCOPED_TRACE(row.path);
        const response answer = run(api, asking(row.verb, row.path));
        EXPECT_EQ(answer.status, row.status);
        const std::string* const allow = answer.headers.find("Allow");
        EXPECT_EQ(allow != nullptr ? *allow : "", row.allow);
        EXPECT_EQ(answer.body.empty(), row.status == 204);
    }
}

} // namespace
} // namespace rinha::http
