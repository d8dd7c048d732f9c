#include "rinha/sqlite/database.hpp"

#include "rinha/sqlite/error.hpp"
#include "unit/sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <latch>
#include <thread>
#include <type_traits>
#include <vector>

#include <sys/prctl.h>

namespace rinha::sqlite {
namespace {

using rinha::support::temporary_folder;
using namespace std::chrono_literals;

TEST(Database, IsMadeOnlyWhenAskedFor)
{
    const temporary_folder folder;

    EXPECT_EQ(database::open(folder.file("a.db"), open_mode::existing).error(), errc::cannot_open);
    EXPECT_FALSE(std::filesystem::exists(folder.file("a.db")));
    EXPECT_TRUE(database::open(folder.file("a.db"), open_mode::create));
}

TEST(Database, IsRefusedWhereItsFolderIsMissing)
{
    const temporary_folder folder;

    EXPECT_EQ(database::open(folder.file("no/a.db"), open_mode::create).error(), errc::cannot_open);
    EXPECT_EQ(database::open(folder.path(), open_mode::create).error(), errc::cannot_open);
}

TEST(Database, IsRefusedWhereTheFileHoldsSomethingElse)
{
    const temporary_folder folder;
    std::ofstream(folder.file("a.db")) << std::string(4'096, 'x');

    EXPECT_EQ(database::open(folder.file("a.db"), open_mode::existing).error(), errc::not_a_database);
}

TEST(Database, SaysWhatFailed)
{
    const temporary_folder folder;
    database db = open_in(folder);

    EXPECT_EQ(db.execute("CREATE TABLE t (n); SELECT nonsense").error(), errc::failed);
    EXPECT_EQ(db.prepare("SELEC 1").error(), errc::failed);
    EXPECT_EQ(db.integer("SELECT 1 WHERE false").error(), errc::failed);
    EXPECT_EQ(db.integer("SELECT count(*) FROM t").value(), 0); // what came before the fault has happened
}

TEST(Database, CountsTheRowsThatAStatementChangedItself)
{
    const temporary_folder folder;
    database db = open_in(folder);
    ASSERT_TRUE(db.execute("CREATE TABLE t (n UNIQUE); CREATE TABLE log (n);"
                           "CREATE TRIGGER noted AFTER INSERT ON t BEGIN INSERT INTO log VALUES (1), (2); END"));

    ASSERT_TRUE(db.execute("INSERT INTO t VALUES (1)"));
    EXPECT_EQ(db.changes(), 1);
    ASSERT_TRUE(db.execute("INSERT INTO t VALUES (1) ON CONFLICT DO NOTHING"));
    EXPECT_EQ(db.changes(), 0);
}

TEST(Database, IsBusyWhileAnotherConnectionWrites)
{
    const temporary_folder folder;
    database one = open_in(folder);
    database other = open_in(folder);
    ASSERT_TRUE(one.execute("BEGIN IMMEDIATE"));

    EXPECT_EQ(other.execute("BEGIN IMMEDIATE").error(), errc::busy);
    ASSERT_TRUE(one.execute("COMMIT"));
    EXPECT_TRUE(other.execute("BEGIN IMMEDIATE"));
}

TEST(Database, WaitsForTheLockAsLongAsTheBusyTimeout)
{
    const temporary_folder folder;
    database one = open_in(folder);
    ASSERT_TRUE(one.use_wal()); // else the other's look at the lock could stop the commit
    database other = open_in(folder, 10s);
    ASSERT_TRUE(one.execute("BEGIN IMMEDIATE"));

    std::latch waits(1);
    std::thread waiting([&] {
        waits.count_down();
        EXPECT_TRUE(other.execute("BEGIN IMMEDIATE"));
    });
    waits.wait();
    EXPECT_TRUE(one.execute("COMMIT"));
    waiting.join();
}

TEST(Database, WaitsNoLongerThanTheBusyTimeoutWhereThreadsWakeLate)
{
    const temporary_folder folder;
    database one = open_in(folder);
    database other = open_in(folder, 500ms);
    ASSERT_TRUE(one.execute("BEGIN IMMEDIATE"));
    const int usual = ::prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
    ASSERT_EQ(::prctl(PR_SET_TIMERSLACK, std::chrono::nanoseconds(20ms).count(), 0, 0, 0), 0);

    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(other.execute("BEGIN IMMEDIATE").error(), errc::busy);
    const auto waited = std::chrono::steady_clock::now() - began;
    EXPECT_GE(waited, 500ms);
    EXPECT_LT(waited, 1s);
    ::prctl(PR_SET_TIMERSLACK, usual, 0, 0, 0);
}

TEST(Database, SwitchesToWalWhileOthersDoTheSame)
{
    for (int round = 0; round < 10; ++round) {
        const temporary_folder folder;
        std::latch all_here(4);
        std::vector<std::thread> threads;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                all_here.arrive_and_wait();
                database db = open_in(folder, 10s);
                EXPECT_TRUE(db.use_wal());
                EXPECT_EQ(db.integer("SELECT journal_mode = 'wal' FROM pragma_journal_mode").value(), 1);
            });
        for (auto& each : threads)
            each.join();
    }
}

TEST(Database, InterruptsAStatementWhenTheFlagIsSet)
{
    const temporary_folder folder;
    database db = open_in(folder);
    const std::string for_ever =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n";
    std::atomic<bool> given_up = false;
    db.interrupt_when(&given_up);

    std::thread asking([&] { EXPECT_EQ(db.integer(for_ever).error(), errc::interrupted); });
    given_up = true;
    asking.join();

    given_up = false;
    EXPECT_EQ(db.integer("SELECT 7").value(), 7);
    db.interrupt_when(nullptr);
    given_up = true;
    EXPECT_EQ(db.integer("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 10000) "
                         "SELECT count(*) FROM n")
                  .value(),
              10'000);
}

TEST(Database, KeepsItsLogUntilACheckpointIsAskedFor)
{
    const temporary_folder folder;
    database db = open_in(folder);
    ASSERT_TRUE(db.use_wal());
    ASSERT_TRUE(db.execute("CREATE TABLE t (x)"));
    for (int i = 0; i < 3; ++i) // each more than the 1,000 pages at which SQLite would do it by itself
        ASSERT_TRUE(db.execute("INSERT INTO t VALUES (zeroblob(5000000))"));
    EXPECT_GT(db.wal_pages(), 3'000);

    ASSERT_TRUE(db.checkpoint());
    ASSERT_TRUE(db.execute("INSERT INTO t VALUES (1)")); // begins at the head of the log again
    EXPECT_LT(db.wal_pages(), 10);
}

TEST(Database, ChecksPointsBesideAReaderThatGoesOn)
{
    const temporary_folder folder;
    database writing = open_in(folder);
    ASSERT_TRUE(writing.use_wal());
    ASSERT_TRUE(writing.execute("CREATE TABLE t (x); INSERT INTO t VALUES (1)"));
    database reading = open_in(folder);
    ASSERT_TRUE(reading.execute("BEGIN"));
    ASSERT_EQ(reading.integer("SELECT count(*) FROM t").value(), 1);

    ASSERT_TRUE(writing.execute("INSERT INTO t VALUES (2)"));
    EXPECT_TRUE(writing.checkpoint());
    EXPECT_EQ(reading.integer("SELECT count(*) FROM t").value(), 1);
}

TEST(Database, IsNeverReplacedByAnother)
{
    EXPECT_TRUE(std::is_move_constructible_v<database>);
    EXPECT_FALSE(std::is_move_assignable_v<database>);
}

TEST(Database, KnowsWhenItsFileIsNoLongerThere)
{
    const temporary_folder folder;
    database db = open_in(folder);
    ASSERT_TRUE(db.execute("CREATE TABLE t (x)"));
    EXPECT_FALSE(db.has_moved());

    std::filesystem::rename(folder.file("test.db"), folder.file("other.db"));
    EXPECT_TRUE(db.has_moved());
    const database another = open_in(folder);
    EXPECT_TRUE(db.has_moved());
}

} // namespace
} // namespace rinha::sqlite
