#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/parse.hpp"
#include "support/json/cases.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace rinha::pessoas {
namespace {

std::string with_ignored_field(const std::string& value)
{
    return R"({"apelido":"ana","nome":"Ana","nascimento":"1985-09-23","x":)" + value + "}";
}

TEST(JsonConformance, HasCasesOfBothKinds)
{
    const auto cases = support::json_cases();
    const auto accepted =
        std::count_if(cases.begin(), cases.end(), [](const auto& test) { return test.is_accepted(); });
    EXPECT_GT(accepted, 150);
    EXPECT_GT(static_cast<std::ptrdiff_t>(cases.size()) - accepted, 400);
}

TEST(JsonConformance, EveryJsonTextIsAcceptedInAnIgnoredField)
{
    for (const auto& test : support::json_cases()) {
        if (test.is_accepted()) {
            EXPECT_TRUE(parse_draft(with_ignored_field(test.text))) << test.name;
        }
    }
}

TEST(JsonConformance, EveryOtherTextIsRefusedInAnIgnoredField)
{
    for (const auto& test : support::json_cases()) {
        if (!test.is_accepted()) {
            const auto draft = parse_draft(with_ignored_field(test.text));
            ASSERT_FALSE(draft) << test.name;
            EXPECT_EQ(draft.error(), errc::body_not_json) << test.name;
        }
    }
}

TEST(JsonConformance, EveryOtherTextIsRefusedWhereALaterFieldReplacesIt)
{
    for (const auto& test : support::json_cases()) {
        if (!test.is_accepted()) {
            const auto body =
                R"({"stack":)" + test.text + R"(,"apelido":"ana","nome":"Ana","nascimento":"1985-09-23","stack":[]})";
            const auto draft = parse_draft(body);
            EXPECT_TRUE(!draft && draft.error() == errc::body_not_json) << test.name;
        }
    }
}

} // namespace
} // namespace rinha::pessoas
