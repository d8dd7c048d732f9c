#include "apps/pessoas_api/health.hpp"

#include <gtest/gtest.h>

namespace rinha::pessoas_api {
namespace {

using namespace std::chrono_literals;

TEST(Health, IsTheWorstOfItsChecks)
{
    const check good{"a", health::pass, {}};
    const check poor{"b", health::warn, {}};
    const check bad{"c", health::fail, {}};

    EXPECT_EQ(overall({}), health::pass);
    EXPECT_EQ(overall({good, good}), health::pass);
    EXPECT_EQ(overall({good, poor}), health::warn);
    EXPECT_EQ(overall({bad, poor, good}), health::fail);
}

TEST(Health, IsWrittenWithEachCheckAndItsLatencyInMilliseconds)
{
    EXPECT_EQ(
        to_json({{"postgres", health::pass, 1'234us}, {"disk", health::warn, {}}}),
        R"({"status":"warn","checks":{"postgres":{"status":"pass","latency_ms":1.234},"disk":{"status":"warn"}}})");
    EXPECT_EQ(to_json({{"postgres", health::fail, {}}}),
              R"({"status":"fail","checks":{"postgres":{"status":"fail"}}})");
}

TEST(Health, SaysWhatToDoAboutItIfThatIsKnown)
{
    EXPECT_EQ(to_json({{"postgres", health::fail, {}, R"(run "it")"}}),
              R"({"status":"fail","checks":{"postgres":{"status":"fail","advice":"run \"it\""}}})");
}

TEST(Health, WithoutChecksIsStillAnObject) { EXPECT_EQ(to_json({}), R"({"status":"pass","checks":{}})"); }

} // namespace
} // namespace rinha::pessoas_api
