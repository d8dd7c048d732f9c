#include "rinha/core/flush_policy.hpp"

#include <gtest/gtest.h>

#include <random>

namespace rinha {
namespace {

using namespace std::chrono_literals;

constexpr clock::time_point start{1h};

// Rows arrive at a constant rate for a time, and `now` goes on.
void rows_arrive(flush_policy& policy, clock::time_point& now, int per_second, clock::duration length)
{
    const auto end = now + length;
    const auto gap = std::chrono::nanoseconds(1s) / per_second;
    for (; now < end; now += gap)
        policy.row_arrived(now);
}

bool is_at_once(const flush_policy& policy, clock::time_point now, std::size_t rows = 1, std::size_t bytes = 100)
{
    return policy.due(rows, bytes) <= now;
}

TEST(FlushPolicy, NothingReadyIsNeverDue)
{
    flush_policy policy;
    policy.row_arrived(start);

    EXPECT_EQ(policy.due(0, 0), clock::time_point::max());
}

TEST(FlushPolicy, TheFirstFlushIsAtOnceHoweverManyRowsHaveArrived)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 2'000, 1s);

    EXPECT_TRUE(is_at_once(policy, start));
}

TEST(FlushPolicy, AtLowRatesARowLeavesAtOnceAlsoRightAfterAFlush)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 300, 1s);
    policy.flush_began(now);
    policy.row_arrived(now + 1us);

    EXPECT_TRUE(is_at_once(policy, now + 1us));
}

TEST(FlushPolicy, AtHighRatesARowWaitsUntilTheIntervalAfterTheLastFlush)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 2'000, 1s);
    policy.flush_began(now);
    policy.row_arrived(now + 1us);

    EXPECT_EQ(policy.due(1, 100), now + flush_settings().interval);
}

TEST(FlushPolicy, AtHighRatesARowLeavesAtOnceWhenTheIntervalHasPassed)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 2'000, 1s);
    policy.flush_began(now);
    now += 2ms;
    policy.row_arrived(now);

    EXPECT_TRUE(is_at_once(policy, now));
}

TEST(FlushPolicy, AFullBatchLeavesAtOnce)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 2'000, 1s);
    policy.flush_began(now);

    EXPECT_FALSE(is_at_once(policy, now, 255, 1024 * 1024 - 1));
    EXPECT_TRUE(is_at_once(policy, now, 256, 100));
    EXPECT_TRUE(is_at_once(policy, now, 1, 1024 * 1024));
}

TEST(FlushPolicy, MeasuresTheRateOfArrivals)
{
    for (const int rate : {100, 1'000, 10'000}) {
        flush_policy policy;
        auto now = start;
        rows_arrive(policy, now, rate, 1s);

        EXPECT_NEAR(policy.rate(), rate, rate * 0.02 + 20) << rate;
    }
}

TEST(FlushPolicy, BecomesBusyWithinItsMemoryWhenTheRateRises)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 200, 1s);
    rows_arrive(policy, now, 4'000, 50ms);
    policy.flush_began(now);

    EXPECT_FALSE(is_at_once(policy, now));
}

TEST(FlushPolicy, BecomesIdleAgainWhenTheRateFalls)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 4'000, 1s);
    rows_arrive(policy, now, 200, 200ms);
    policy.flush_began(now);

    EXPECT_TRUE(is_at_once(policy, now));
}

TEST(FlushPolicy, ASilenceOfAnyLengthEndsBusyTimes)
{
    flush_policy policy;
    auto now = start;
    rows_arrive(policy, now, 10'000, 1s);
    now += 24h * 365;
    policy.row_arrived(now);
    policy.flush_began(now);

    EXPECT_TRUE(is_at_once(policy, now));
    EXPECT_NEAR(policy.rate(), 20, 0.001);
}

TEST(FlushPolicy, IsNeverLaterThanTheIntervalAfterTheLastFlush)
{
    std::mt19937 random(42); // the same run each time
    flush_policy policy;
    auto now = start;
    auto last_flush = clock::time_point::min();
    int waits = 0;
    for (int step = 0; step < 100'000; ++step) {
        now += std::chrono::nanoseconds(static_cast<std::int64_t>(std::exponential_distribution<>(1 / 5e5)(random)));
        policy.row_arrived(now);
        const std::size_t rows = 1 + random() % 300;
        const auto due = policy.due(rows, rows * 200);
        if (due > now) {
            ++waits;
            ASSERT_LE(due, last_flush + flush_settings().interval);
        } else {
            last_flush = now;
            policy.flush_began(now);
        }
    }
    EXPECT_GT(waits, 1'000);
}

} // namespace
} // namespace rinha
