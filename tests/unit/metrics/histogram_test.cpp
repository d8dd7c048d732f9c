#include "rinha/metrics/registry.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace rinha::metrics {
namespace {

TEST(Histogram, CountsAValueInTheFirstBucketWhoseBoundItDoesNotPass)
{
    histogram h({1, 2, 4});

    for (const double value : {0.0, 1.0, 1.5, 2.0, 4.0, 4.1, 100.0})
        h.observe(value);

    EXPECT_EQ(h.count(0), 2U);
    EXPECT_EQ(h.count(1), 2U);
    EXPECT_EQ(h.count(2), 1U);
    EXPECT_EQ(h.count(3), 2U);
    EXPECT_DOUBLE_EQ(h.sum(), 112.6);
}

TEST(Bounds, OfLatenciesIncreaseFrom50MicrosecondsTo10Seconds)
{
    const auto bounds = latency_bounds();

    EXPECT_EQ(bounds.front(), 50e-6);
    EXPECT_EQ(bounds.back(), 10);
    EXPECT_TRUE(std::ranges::is_sorted(bounds, std::less_equal<>{}));
}

TEST(Bounds, OfSizesArePowersOfTwoUpTo1024)
{
    EXPECT_THAT(size_bounds(), testing::ElementsAre(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1'024));
}

} // namespace
} // namespace rinha::metrics
