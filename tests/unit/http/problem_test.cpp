#include "rinha/http/problem.hpp"

#include "rinha/core/error_category.hpp"

#include <gtest/gtest.h>

namespace rinha::http {
namespace {

// Each value stands for the failure of the same number; its message is "why".
class echo_category final : public error_category
{
public:
    const char* name() const noexcept override { return "echo"; }

    std::string message(int) const override { return "why"; }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        return make_error_condition(static_cast<failure>(value));
    }
};

error_code error_for(failure condition)
{
    static const echo_category category;
    return {static_cast<int>(condition), category};
}

TEST(Problem, IsProblemJson)
{
    const response answer = problem(422, "apelido: too long");

    EXPECT_EQ(answer.status, 422U);
    EXPECT_EQ(answer.content_type, "application/problem+json");
    EXPECT_EQ(answer.body, R"({"title":"Unprocessable Content","status":422,"detail":"apelido: too long"})");
    EXPECT_TRUE(answer.headers.empty());
}

TEST(Problem, EscapesTheDetail)
{
    EXPECT_EQ(problem(400, "a\"b\\c\nd").body, R"({"title":"Bad Request","status":400,"detail":"a\"b\\c\nd"})");
}

TEST(Problem, Of503SaysWhenToTryAgain)
{
    const response answer = problem(503, "");

    ASSERT_NE(answer.headers.find("Retry-After"), nullptr);
    EXPECT_EQ(*answer.headers.find("Retry-After"), "1");
}

struct mapping
{
    failure condition;
    unsigned status;
};

TEST(Refuse, MapsEachConditionToItsStatusAndShowsTheMessage)
{
    for (const auto [condition, status] :
         {mapping{failure::malformed, 400}, mapping{failure::unprocessable, 422}, mapping{failure::missing, 404},
          mapping{failure::too_large, 413}, mapping{failure::overloaded, 503}, mapping{failure::unavailable, 503},
          mapping{failure::uncertain, 503}})
    {
        const response answer = refuse(error_for(condition));
        EXPECT_EQ(answer.status, status);
        EXPECT_NE(answer.body.find(R"("detail":"why")"), std::string::npos) << answer.body;
    }
}

TEST(Refuse, ShowsNothingOfABrokenInside)
{
    const response answer = refuse(error_for(failure::broken));

    EXPECT_EQ(answer.status, 500U);
    EXPECT_EQ(answer.body.find("why"), std::string::npos);
}

TEST(Refuse, ShowsNothingOfAnErrorItDoesNotKnow)
{
    const response answer = refuse(make_error_code(boost::system::errc::permission_denied));

    EXPECT_EQ(answer.status, 500U);
    EXPECT_EQ(answer.body.find("ermission"), std::string::npos);
}

} // namespace
} // namespace rinha::http
