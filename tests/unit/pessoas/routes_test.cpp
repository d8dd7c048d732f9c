#include "rinha/pessoas/routes.hpp"

#include "rinha/core/error.hpp"
#include "rinha/core/error_category.hpp"
#include "rinha/pessoas/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rinha::pessoas {
namespace {

using namespace std::chrono;
using http::method;
using http::request;
using http::response;

const uuid ana_id = *parse_uuid("018c3a5e-7b1d-7abc-8def-0123456789ab");

person ana() { return {ana_id, "ana", "Ana Barbosa", 1985y / 9 / 23, R"(["C++"])"}; }

constexpr auto ana_json = R"({"id":"018c3a5e-7b1d-7abc-8def-0123456789ab","apelido":"ana","nome":"Ana Barbosa",)"
                          R"("nascimento":"1985-09-23","stack":["C++"]})";

constexpr auto ana_body = R"({"apelido":"ana","nome":"Ana Barbosa","nascimento":"1985-09-23","stack":["C++"]})";

// Remembers what it was asked, and answers as it was told.
class fake_repository final : public repository
{
public:
    awaitable<result<uuid>> insert(draft value) override
    {
        inserted = std::move(value);
        co_return failing ? result<uuid>(*failing) : ana_id;
    }

    awaitable<result<person>> find(uuid id) override
    {
        looked_for = id;
        co_return failing ? result<person>(*failing) : ana();
    }

    awaitable<result<std::vector<person>>> search(std::string term) override
    {
        searched = std::move(term);
        co_return failing ? result<std::vector<person>>(*failing) : matches;
    }

    awaitable<result<std::uint64_t>> count() override
    {
        co_return failing ? result<std::uint64_t>(*failing) : std::uint64_t{46'576};
    }

    std::optional<error_code> failing;
    std::vector<person> matches{ana()};
    std::optional<draft> inserted;
    std::optional<uuid> looked_for;
    std::optional<std::string> searched;
};

class store_category final : public error_category
{
public:
    const char* name() const noexcept override { return "store"; }
    std::string message(int) const override { return "nothing of the inside"; }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        return make_error_condition(static_cast<failure>(value));
    }
};

error_code store_error(failure what)
{
    static const store_category category;
    return {static_cast<int>(what), category};
}

class PessoasRoutes : public testing::Test
{
protected:
    PessoasRoutes() { add_routes(api, pessoas); }

    response ask(method verb, std::string path, std::string query = {}, std::string body = {})
    {
        request req{.method = verb,
                    .path = std::move(path),
                    .query = std::move(query),
                    .has_query = false,
                    .headers = {},
                    .body = std::move(body),
                    .params = {}};
        req.has_query = !req.query.empty();
        response answer;
        asio::io_context context;
        const auto wait = [&]() -> awaitable<void> { answer = co_await api.dispatch(req); };
        asio::co_spawn(context, wait, asio::detached);
        context.run();
        return answer;
    }

    fake_repository pessoas;
    http::router api;
};

TEST_F(PessoasRoutes, CreationIs201WithLocationAndNoBody)
{
    const auto answer = ask(method::post, "/pessoas", {}, ana_body);

    EXPECT_EQ(answer.status, 201U);
    ASSERT_NE(answer.headers.find("Location"), nullptr);
    EXPECT_EQ(*answer.headers.find("Location"), "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab");
    EXPECT_EQ(answer.content_type, "");
    EXPECT_EQ(answer.body, "");
    ASSERT_TRUE(pessoas.inserted);
    EXPECT_EQ(pessoas.inserted->apelido, "ana");
    EXPECT_EQ(pessoas.inserted->stack, R"(["C++"])");
}

TEST_F(PessoasRoutes, CreationFromAMalformedBodyIs400AndReachesNoStore)
{
    const auto answer = ask(method::post, "/pessoas", {}, R"({"apelido":1})");

    EXPECT_EQ(answer.status, 400U);
    EXPECT_EQ(answer.content_type, "application/problem+json");
    EXPECT_NE(answer.body.find("apelido must be a string"), std::string::npos) << answer.body;
    EXPECT_FALSE(pessoas.inserted);
}

TEST_F(PessoasRoutes, CreationWithAnInvalidFieldIs422AndReachesNoStore)
{
    EXPECT_EQ(ask(method::post, "/pessoas", {}, "{}").status, 422U);
    EXPECT_FALSE(pessoas.inserted);
}

TEST_F(PessoasRoutes, CreationOfATakenApelidoIs422)
{
    pessoas.failing = errc::apelido_taken;
    EXPECT_EQ(ask(method::post, "/pessoas", {}, ana_body).status, 422U);
}

TEST_F(PessoasRoutes, CreationTakesABodyOf64KiB)
{
    request req{};
    req.method = method::post;
    req.path = "/pessoas";
    const auto found = api.find(req);
    EXPECT_EQ(std::get<const http::route*>(found)->limits.body, 65'536U);
}

TEST_F(PessoasRoutes, FindIs200WithThePerson)
{
    const auto answer = ask(method::get, "/pessoas/018C3A5E-7B1D-7ABC-8DEF-0123456789AB");

    EXPECT_EQ(answer.status, 200U);
    EXPECT_EQ(answer.content_type, "application/json");
    EXPECT_EQ(answer.body, ana_json);
    EXPECT_EQ(pessoas.looked_for, ana_id);
}

TEST_F(PessoasRoutes, FindOfAnUnknownPersonIs404)
{
    pessoas.failing = errc::not_found;
    EXPECT_EQ(ask(method::get, "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab").status, 404U);
}

TEST_F(PessoasRoutes, FindOfWhatIsNoUuidIs404AndReachesNoStore)
{
    for (const auto path : {"/pessoas/1", "/pessoas/{018c3a5e-7b1d-7abc-8def-0123456789ab}",
                            "/pessoas/018c3a5e7b1d7abc8def0123456789ab", "/pessoas/%00"})
        EXPECT_EQ(ask(method::get, path).status, 404U) << path;
    EXPECT_FALSE(pessoas.looked_for);
}

TEST_F(PessoasRoutes, SearchIs200WithAnArray)
{
    const auto answer = ask(method::get, "/pessoas", "x=%zz&t=Ana+B%C3%A1");

    EXPECT_EQ(answer.status, 200U);
    EXPECT_EQ(answer.content_type, "application/json");
    EXPECT_EQ(answer.body, std::string("[") + ana_json + "]");
    EXPECT_EQ(pessoas.searched, "Ana Bá");
}

TEST_F(PessoasRoutes, SearchThatFindsNobodyIs200WithAnEmptyArray)
{
    pessoas.matches.clear();
    EXPECT_EQ(ask(method::get, "/pessoas", "t=x").body, "[]");
}

TEST_F(PessoasRoutes, SearchWithoutATermIs400AndReachesNoStore)
{
    for (const auto query : {"", "t", "t=", "x=1", "t=%", "t=%00"})
        EXPECT_EQ(ask(method::get, "/pessoas", query).status, 400U) << query;
    EXPECT_FALSE(pessoas.searched);
}

TEST_F(PessoasRoutes, CountIs200WithDigitsOnly)
{
    const auto answer = ask(method::get, "/contagem-pessoas");

    EXPECT_EQ(answer.status, 200U);
    EXPECT_EQ(answer.content_type, "text/plain");
    EXPECT_EQ(answer.body, "46576");
}

TEST_F(PessoasRoutes, FailuresOfTheStoreAreThoseOfTheAnswer)
{
    const auto statuses = [&] {
        return std::vector{ask(method::post, "/pessoas", {}, ana_body).status,
                           ask(method::get, "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab").status,
                           ask(method::get, "/pessoas", "t=a").status, ask(method::get, "/contagem-pessoas").status};
    };
    for (const auto what : {failure::overloaded, failure::unavailable}) {
        pessoas.failing = store_error(what);
        EXPECT_EQ(statuses(), (std::vector{503U, 503U, 503U, 503U}));
    }
    pessoas.failing = store_error(failure::broken);
    EXPECT_EQ(statuses(), (std::vector{500U, 500U, 500U, 500U}));
}

TEST_F(PessoasRoutes, OtherPathsAndMethodsAreNotServed)
{
    EXPECT_EQ(ask(method::get, "/pessoas/").status, 404U);
    EXPECT_EQ(ask(method::get, "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab/x").status, 404U);
    EXPECT_EQ(ask(method::put, "/pessoas").status, 405U);
    EXPECT_EQ(ask(method::delete_, "/pessoas/x").status, 405U);
    EXPECT_EQ(ask(method::post, "/contagem-pessoas").status, 405U);
}

} // namespace
} // namespace rinha::pessoas
