#include "apps/pessoas_api/descriptors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace rinha::pessoas_api {
namespace {

TEST(Descriptors, AreEnoughForAsManyConnectionsAsAreWanted)
{
    EXPECT_EQ(connections_within(20'000, 1, 16'384), 16'384U);
    EXPECT_EQ(connections_within(1'000'000, 4, 16'384), 16'384U);
}

TEST(Descriptors, LeaveRoomBesideTheConnectionsOfAllThreads)
{
    for (const std::size_t descriptors : {128U, 256U, 1024U, 4096U}) {
        for (const std::size_t threads : {1U, 2U, 4U}) {
            const auto each = connections_within(descriptors, threads, 16'384);
            const auto of_clients = each > 0 ? each + std::max<std::size_t>(each / 8, 16) : 0;
            EXPECT_LE(threads * (of_clients + 15) + 48, descriptors) << threads;
        }
    }
    EXPECT_EQ(connections_within(1024, 1, 16'384), 826U);
}

TEST(Descriptors, AreTooFewForAnybody)
{
    EXPECT_EQ(connections_within(20, 1, 16'384), 0U);
    EXPECT_EQ(connections_within(64, 1, 16'384), 0U);
    EXPECT_EQ(connections_within(128, 8, 16'384), 0U);
}

} // namespace
} // namespace rinha::pessoas_api
