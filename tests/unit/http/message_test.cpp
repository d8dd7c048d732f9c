#include "rinha/http/message.hpp"

#include <gmock/gmock.h>

namespace rinha::http {
namespace {

TEST(Method, IsTheTokenAndBack)
{
    for (const auto verb :
         {method::get, method::head, method::post, method::put, method::patch, method::delete_, method::options})
        EXPECT_EQ(to_method(to_string(verb)), verb);
}

TEST(Method, IsToldApartByCase)
{
    EXPECT_EQ(to_method("get"), method::other);
    EXPECT_EQ(to_method("TRACE"), method::other);
    EXPECT_EQ(to_method(""), method::other);
    EXPECT_EQ(to_string(method::other), "");
}

TEST(Headers, AreFoundWhateverTheCaseOfTheName)
{
    headers fields;
    fields.add("Content-Type", "text/plain");

    ASSERT_NE(fields.find("content-TYPE"), nullptr);
    EXPECT_EQ(*fields.find("content-TYPE"), "text/plain");
    EXPECT_EQ(fields.find("Content"), nullptr);
}

TEST(Headers, FindTheFirstOfANameAndKeepAll)
{
    headers fields;
    fields.add("Via", "a");
    fields.add("Via", "b");

    EXPECT_EQ(*fields.find("Via"), "a");
    EXPECT_THAT(fields, testing::ElementsAre(testing::Field(&header::value, "a"), testing::Field(&header::value, "b")));
}

TEST(Headers, AreForgottenByClear)
{
    headers fields;
    fields.add("Via", "a");
    fields.clear();
    fields.add("Host", "b");

    EXPECT_EQ(fields.size(), 1U);
    EXPECT_EQ(fields.find("Via"), nullptr);
    EXPECT_EQ(*fields.find("Host"), "b");
}

TEST(Request, IsLikeNewAfterClear)
{
    request req{.method = method::post,
                .path = "/a",
                .query = "b",
                .has_query = true,
                .headers = {},
                .body = "c",
                .params = {"d"}};
    req.headers.add("Host", "x");
    req.clear();

    EXPECT_EQ(req.method, method::get);
    EXPECT_EQ(req.path, "");
    EXPECT_EQ(req.query, "");
    EXPECT_FALSE(req.has_query);
    EXPECT_TRUE(req.headers.empty());
    EXPECT_EQ(req.body, "");
    EXPECT_TRUE(req.params.empty());
}

} // namespace
} // namespace rinha::http
