#include "pg/backoff.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;

TEST(Backoff, DoublesUpToItsLimitAndIsShortenedByAtMostAHalf)
{
    const std::vector<std::chrono::milliseconds> longest{50ms, 100ms, 200ms, 400ms, 500ms, 500ms};
    for (unsigned seed = 0; seed < 100; ++seed) {
        backoff pauses{50ms, 500ms, seed};
        for (const auto most : longest) {
            const auto pause = pauses.next();
            EXPECT_LE(pause, most);
            EXPECT_GE(pause, most / 2);
        }
    }
}

TEST(Backoff, BeginsAnewAfterAReset)
{
    backoff pauses{50ms, 500ms, 1};
    pauses.next();
    pauses.next();
    pauses.reset();
    EXPECT_LE(pauses.next(), 50ms);
}

TEST(Backoff, IsNotTheSameForAll)
{
    std::set<std::chrono::milliseconds> seen;
    std::mt19937 seeds{1};
    for (int i = 0; i < 100; ++i)
        seen.insert(backoff{500ms, 500ms, std::minstd_rand::result_type{seeds()}}.next());
    EXPECT_GT(seen.size(), 50u);
}

TEST(Backoff, NeverPausesLongerThanItsLimitEvenAtFirst) { EXPECT_LE((backoff{900ms, 500ms, 1}.next()), 500ms); }

} // namespace
} // namespace rinha::pg
