#include "apps/stress_load/arrivals.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace rinha::stress_load {
namespace {

using namespace std::chrono_literals;

std::vector<arrival> all_of(arrivals who)
{
    std::vector<arrival> all;
    while (const auto next = who.next())
        all.push_back(*next);
    return all;
}

TEST(Arrivals, AreEvenlySpacedAtEachRate)
{
    const auto all = all_of(arrivals({.creations = 100, .searches = 0, .invalid_searches = 0}, 1s));
    ASSERT_EQ(all.size(), 100U);
    for (std::size_t i = 0; i < all.size(); ++i)
        EXPECT_EQ(all[i].at, 5ms + i * 10ms);
}

TEST(Arrivals, OfAllKindsAreInTheOrderOfTime)
{
    const auto all = all_of(arrivals({.creations = 70, .searches = 31, .invalid_searches = 11}, 10s));
    EXPECT_TRUE(std::ranges::is_sorted(all, {}, &arrival::at));
    std::map<purpose, int> counted;
    for (const auto& each : all)
        ++counted[each.what];
    EXPECT_THAT(counted, testing::ElementsAre(std::pair{purpose::creation, 700}, std::pair{purpose::search, 310},
                                              std::pair{purpose::invalid_search, 110}));
}

TEST(Arrivals, OfALongRunDoNotDrift)
{
    const auto all = all_of(arrivals({.creations = 3, .searches = 0, .invalid_searches = 0}, 3h));
    ASSERT_EQ(all.size(), 3U * 3 * 3600);
    EXPECT_NEAR(std::chrono::duration<double>(all.back().at).count(), 3 * 3600 - 1.0 / 6, 1e-6);
}

TEST(Arrivals, AreNoneAtNoRate) { EXPECT_TRUE(all_of(arrivals({}, 1s)).empty()); }

TEST(Arrivals, OfTheContestsMixAreTheContests)
{
    const auto each = in_proportion(600);
    EXPECT_DOUBLE_EQ(each.searches, 100);
    EXPECT_DOUBLE_EQ(each.invalid_searches, 40);
}

} // namespace
} // namespace rinha::stress_load
