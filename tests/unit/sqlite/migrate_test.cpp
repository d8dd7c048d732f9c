#include "rinha/sqlite/migrate.hpp"

#include "rinha/sqlite/error.hpp"
#include "unit/sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <array>
#include <latch>
#include <thread>
#include <vector>

namespace rinha::sqlite {
namespace {

using rinha::support::temporary_folder;
using namespace std::chrono_literals;

constexpr std::array<sql_file, 3> files{
    sql_file{"001_a", "CREATE TABLE a (n); INSERT INTO a VALUES (1)"},
    sql_file{"002_b", "INSERT INTO a VALUES (2); CREATE TABLE b (n)"},
    sql_file{"003_copy", "INSERT INTO b SELECT n FROM a"},
};

TEST(Migrate, RunsEachFileOnceAndInOrder)
{
    const temporary_folder folder;
    database db = open_in(folder);

    ASSERT_TRUE(migrate(db, std::span(files).first(1)));
    ASSERT_TRUE(migrate(db, files));
    ASSERT_TRUE(migrate(db, files));

    EXPECT_EQ(db.integer("SELECT group_concat(n, '') FROM b").value(), 12);
    EXPECT_EQ(db.integer("PRAGMA user_version").value(), 3);
}

TEST(Migrate, LeavesNothingBehindWhereAFileFails)
{
    const temporary_folder folder;
    database db = open_in(folder);
    constexpr std::array<sql_file, 2> faulty{files[0], sql_file{"002_c", "CREATE TABLE c (n); nonsense"}};

    EXPECT_EQ(migrate(db, faulty).error(), errc::failed);

    EXPECT_EQ(db.integer("SELECT count(*) FROM sqlite_schema").value(), 0);
    EXPECT_EQ(db.integer("PRAGMA user_version").value(), 0);
}

TEST(Migrate, RefusesAFileOfANewerVersion)
{
    const temporary_folder folder;
    database db = open_in(folder);
    ASSERT_TRUE(migrate(db, files));

    EXPECT_EQ(migrate(db, std::span(files).first(2)).error(), errc::newer_schema);
    ASSERT_TRUE(db.execute("PRAGMA user_version = -1"));
    EXPECT_EQ(migrate(db, files).error(), errc::newer_schema);
}

TEST(Migrate, IsDoneByOneOfSeveralThatBeginAtOnce)
{
    for (int round = 0; round < 10; ++round) {
        const temporary_folder folder;
        std::latch all_here(4);
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                all_here.arrive_and_wait();
                database db = open_in(folder, 10s);
                EXPECT_TRUE(migrate(db, files));
                EXPECT_EQ(db.integer("SELECT count(*) FROM b").value(), 2);
            });
        for (auto& each : threads)
            each.join();
    }
}

} // namespace
} // namespace rinha::sqlite
