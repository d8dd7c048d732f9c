#include "apps/pessoas_api/descriptors.hpp"

#include "rinha/http/server.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace rinha::pessoas_api {
namespace {

config with(std::size_t threads, bool on_postgres = false)
{
    config made;
    made.threads = threads;
    made.on_postgres = on_postgres;
    return made;
}

std::size_t of_servers(config of, std::size_t connections)
{
    of.http.max_connections = connections;
    return of.threads * http::descriptors_needed(of.http);
}

TEST(Descriptors, AreEnoughForAsManyConnectionsAsAreWanted)
{
    EXPECT_EQ(connections_within(20'000, with(1)), 16'384U);
    EXPECT_EQ(connections_within(20'000, with(1, true)), 16'384U);
    EXPECT_EQ(connections_within(1'000'000, with(4)), 16'384U);

    config few;
    few.http.max_connections = 7;
    EXPECT_EQ(connections_within(20'000, few), 7U);
}

TEST(Descriptors, AreSharedOutToTheLast)
{
    for (const std::size_t descriptors : {256U, 1'024U, 4'096U}) {
        for (const std::size_t threads : {1U, 2U, 4U}) {
            const config of = with(threads);
            const auto each = connections_within(descriptors, of);
            EXPECT_GT(each, 0U);
            EXPECT_LE(of_servers(of, each) + 48, descriptors) << threads;
            EXPECT_GT(of_servers(of, each + 1) + 48 + threads * 4 + 12, descriptors) << threads;
        }
    }
}

TEST(Descriptors, OfTheStoreAreNotForClients)
{
    config more = with(2, true);
    const auto before = connections_within(4'096, more);
    more.postgres.search_connections += 10; // two descriptors each at least, on each thread
    EXPECT_LE(connections_within(4'096, more), before - 16);

    config readers = with(1);
    const auto with_few = connections_within(1'024, readers);
    readers.sqlite.readers += 20;
    EXPECT_LE(connections_within(1'024, readers), with_few - 40);
}

TEST(Descriptors, AreTooFewForAnybody)
{
    EXPECT_EQ(connections_within(20, with(1)), 0U);
    EXPECT_EQ(connections_within(64, with(1)), 0U);
    EXPECT_EQ(connections_within(128, with(8)), 0U);
}

} // namespace
} // namespace rinha::pessoas_api
