#include "pessoas_sqlite/trouble_log.hpp"

#include "rinha/sqlite/error.hpp"
#include "support/captured_log.hpp"
#include "unit/pessoas_sqlite/faulty_disk.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gmock/gmock.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <thread>

// What the log says of a file that does not work.
namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

std::ptrdiff_t lines(const std::string& text) { return std::ranges::count(text, '\n'); }

TEST(TroubleLog, TellsOfTheBeginningAndTheEndOnce)
{
    const support::captured_log log;
    trouble_log creations("a.db", "creations", 0ms);
    for (int i = 0; i < 3; ++i)
        creations.worked();
    for (int i = 0; i < 3; ++i)
        creations.failed(sqlite::errc::full);
    for (int i = 0; i < 3; ++i)
        creations.worked();

    EXPECT_EQ(log.text(), "warning: sqlite a.db: creations fail: the disk is full\n"
                          "info: sqlite a.db: creations work again\n");
}

TEST(TroubleLog, DoesNotTellOfReasonsThatAlternate)
{
    const support::captured_log log;
    trouble_log reads("a.db", "reads", 0ms);
    for (int i = 0; i < 10; ++i) {
        reads.failed(sqlite::errc::io);
        reads.failed(sqlite::errc::corrupt);
    }
    EXPECT_EQ(lines(log.text()), 1);
}

TEST(TroubleLog, IsQuietOfWhatNowWorksAndNowFails)
{
    const support::captured_log log;
    trouble_log reads("a.db", "reads", 1h);
    for (int i = 0; i < 10; ++i) {
        reads.failed(sqlite::errc::corrupt);
        reads.worked();
    }
    EXPECT_EQ(lines(log.text()), 1);
}

class Trouble : public testing::Test
{
protected:
    void wait_for_line(const std::string& wanted)
    {
        store_.io.run_until([&] {
            std::this_thread::yield(); // the store has no event to wait for: a probe asks four times a second
            return log_.text().find(wanted) != std::string::npos;
        });
    }

    support::captured_log log_;
    faulty_disk disk_;
    asked_store store_;
};

TEST_F(Trouble, OfCreationsIsLoggedWhenItBeginsAndWhenItEnds)
{
    store_.insert("before").value();
    EXPECT_EQ(log_.text(), "");

    disk_.on_write([](std::string_view path) { return path.ends_with("-wal") ? SQLITE_FULL : SQLITE_OK; });
    for (int i = 0; i < 10; ++i)
        EXPECT_FALSE(store_.insert("refused"));
    EXPECT_THAT(log_.text(), MatchesRegex("warning: sqlite [^:]+/pessoas.db: creations fail: the disk is full\n"));

    disk_.on_write(nullptr);
    wait_for_line("creations work again");
    EXPECT_EQ(lines(log_.text()), 2);
}

TEST_F(Trouble, OfReadsIsLoggedWhenItBeginsNotForEach)
{
    store_.settings.check_interval = 1h; // what the writer says is not asked here
    store_.restart();
    store_.insert("ana").value();
    std::filesystem::rename(store_.settings.path, store_.folder.file("elsewhere.db"));
    store_.io.run_until([&] { return !store_.io.run(store_.persons->count()); });
    for (int i = 0; i < 10; ++i)
        EXPECT_FALSE(store_.io.run(store_.persons->count()));

    EXPECT_THAT(log_.text(), MatchesRegex("warning: sqlite [^:]+: reads fail: the database can't be opened\n"));
}

TEST_F(Trouble, OfCheckpointsIsLogged)
{
    store_.settings.checkpoint_pages = 1;
    store_.restart();
    disk_.on_write([](std::string_view path) { return path.ends_with("-wal") ? SQLITE_OK : SQLITE_FULL; });
    for (int i = 0; i < 10; ++i)
        store_.insert(std::to_string(i)).value();
    EXPECT_THAT(log_.text(), MatchesRegex("warning: sqlite [^:]+: checkpoints fail: the disk is full\n"));
    EXPECT_TRUE(store_.kept->is_up());

    disk_.on_write(nullptr);
    store_.insert("after").value();
    wait_for_line("checkpoints work again");
    EXPECT_THAT(log_.text(), Not(HasSubstr("creations")));
}

} // namespace
} // namespace rinha::pessoas_sqlite
