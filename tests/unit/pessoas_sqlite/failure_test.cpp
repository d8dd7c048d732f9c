#include "pessoas_sqlite/store_error.hpp"
#include "rinha/core/error.hpp"
#include "rinha/pessoas/error.hpp"
#include "unit/pessoas_sqlite/faulty_disk.hpp"
#include "unit/pessoas_sqlite/opened.hpp"
#include "unit/pessoas_sqlite/scarce_memory.hpp"

#include <boost/asio/use_awaitable.hpp>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;

bool is_log(std::string_view path) { return path.ends_with("-wal"); }

TEST(Failure, OfTheSyncLeavesACreationInDoubt)
{
    faulty_disk disk;
    asked_store store;
    store.insert("before").value();
    disk.on_sync([](std::string_view path) { return is_log(path) ? SQLITE_IOERR_FSYNC : SQLITE_OK; });

    const auto end = store.insert("doubtful");

    EXPECT_EQ(end.error(), store_errc::unconfirmed);
    EXPECT_TRUE(end.error() == make_error_condition(failure::uncertain));
    EXPECT_FALSE(store.kept->is_up());
    EXPECT_EQ(store.count(), 1U); // reads go on

    disk.on_sync(nullptr);
    store.wait_until_up();
    EXPECT_TRUE(store.insert("after"));
}

TEST(Failure, OfTheWriteIsKnownToHaveNoEffect)
{
    faulty_disk disk;
    asked_store store;
    store.insert("before").value();
    disk.on_write([](std::string_view path) { return is_log(path) ? SQLITE_FULL : SQLITE_OK; });

    const auto end = store.insert("refused");

    EXPECT_EQ(end.error(), store_errc::full);
    EXPECT_TRUE(end.error() == make_error_condition(failure::unavailable));
    EXPECT_FALSE(store.kept->is_up());
    EXPECT_EQ(store.insert("at once").error(), store_errc::full);
    EXPECT_EQ(store.io.run(store.persons->search("before"))->size(), 1U);

    disk.on_write(nullptr);
    store.wait_until_up();
    EXPECT_TRUE(store.insert("refused")); // it had not been stored
    EXPECT_EQ(store.count(), 2U);
}

TEST(Failure, OfACheckpointIsNobodysBusiness)
{
    faulty_disk disk;
    asked_store store({.checkpoint_pages = 1});
    disk.on_write([](std::string_view path) { return is_log(path) ? SQLITE_OK : SQLITE_FULL; });
    for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(store.insert(std::to_string(i)));
    EXPECT_TRUE(store.kept->is_up());

    disk.on_write(nullptr);
    store.restart();
    EXPECT_EQ(store.count(), 20U);
}

TEST(Failure, OfTheMemoryAfterTheCommitLeavesACreationInDoubtAndTheWriterAtWork)
{
    std::atomic<bool> is_scarce = true;
    faulty_disk disk;
    asked_store store;
    disk.on_sync([&](std::string_view path) {
        if (is_log(path) && is_scarce.exchange(false))
            fail_next_allocation();
        return SQLITE_OK;
    });

    EXPECT_EQ(store.insert("doubtful").error(), store_errc::unconfirmed);

    store.wait_until_up();
    EXPECT_EQ(store.insert("doubtful").error(), pessoas::errc::apelido_taken);
    EXPECT_TRUE(store.insert("after"));
}

TEST(Durability, ACreationIsAnsweredOnlyAfterTheLogWasSynced)
{
    std::atomic<int> syncs = 0;
    faulty_disk disk;
    asked_store store;
    disk.on_sync([&](std::string_view path) {
        syncs += is_log(path) ? 1 : 0;
        return SQLITE_OK;
    });
    for (int i = 1; i <= 10; ++i) {
        store.insert(std::to_string(i)).value();
        EXPECT_GE(syncs, i);
    }
}

// A disk that takes as long to sync as the test wants.
class slow_disk
{
public:
    slow_disk()
    {
        disk_.on_sync([this](std::string_view path) {
            if (is_log(path)) {
                std::unique_lock lock(mutex_);
                ++syncing_;
                changed_.notify_all();
                changed_.wait(lock, [this] { return !is_stuck_; });
                --syncing_;
            }
            return SQLITE_OK;
        });
    }

    void stick()
    {
        const std::lock_guard lock(mutex_);
        is_stuck_ = true;
    }

    void go_on()
    {
        const std::lock_guard lock(mutex_);
        is_stuck_ = false;
        changed_.notify_all();
    }

    void wait_for_a_sync()
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return syncing_ > 0; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool is_stuck_ = false;
    int syncing_ = 0;
    faulty_disk disk_;
};

// Asks for the first, and for the second when the first one's transaction is being synced.
std::vector<result<uuid>> insert_one_behind_the_other(asked_store& store, slow_disk& disk)
{
    const auto insert_behind = [&]() -> awaitable<result<uuid>> {
        disk.wait_for_a_sync();
        auto value = asked_store::draft("second");
        co_return co_await store.persons->insert(std::move(value));
    };
    std::vector<awaitable<result<uuid>>> two;
    two.push_back(store.persons->insert(asked_store::draft("first")));
    two.push_back(insert_behind());
    return store.io.run_all(std::move(two));
}

TEST(Deadline, DuringTheCommitLeavesACreationInDoubtAndBeforeItWithoutEffect)
{
    slow_disk disk;
    asked_store store({.deadline = 50ms});
    disk.stick();

    const auto ends = insert_one_behind_the_other(store, disk);
    disk.go_on();

    EXPECT_EQ(ends[0].error(), store_errc::unconfirmed);
    EXPECT_TRUE(ends[0].error() == make_error_condition(failure::uncertain));
    EXPECT_EQ(ends[1].error(), store_errc::too_late);
    EXPECT_TRUE(ends[1].error() == make_error_condition(failure::unavailable));

    store.settings.deadline = 60s;
    store.restart();
    EXPECT_EQ(store.insert("first").error(), pessoas::errc::apelido_taken); // it was created after all
    EXPECT_TRUE(store.insert("second"));
}

TEST(Deadline, IsHeldWhileAnotherProcessHoldsTheFile)
{
    asked_store store({.deadline = 50ms, .busy_timeout = 10s});
    sqlite::database other = store.other();
    other.execute("BEGIN IMMEDIATE").value();

    EXPECT_EQ(store.insert("ana").error(), store_errc::too_late);
    EXPECT_EQ(other.integer("SELECT count(*) FROM pessoas").value(), 0);

    other.execute("COMMIT").value();
    store.settings.deadline = 60s;
    store.restart();
    EXPECT_EQ(store.count(), 0U);
    EXPECT_TRUE(store.insert("ana"));
}

TEST(Reading, GoesOnWhileACommitIsStuck)
{
    slow_disk disk;
    asked_store store;
    const uuid id = store.insert("before").value();
    disk.stick();
    const auto ask = [&]() -> awaitable<result<uuid>> {
        disk.wait_for_a_sync();
        auto found = co_await store.persons->find(id);
        EXPECT_EQ(found->apelido, "before");
        auto persons = co_await store.persons->search("nome");
        EXPECT_EQ(persons->size(), 1U); // not yet the one whose commit is stuck
        auto count = co_await store.persons->count();
        EXPECT_EQ(*count, 1U);
        disk.go_on();
        co_return id;
    };
    std::vector<awaitable<result<uuid>>> both;
    both.push_back(store.persons->insert(asked_store::draft("stuck")));
    both.push_back(ask());

    EXPECT_TRUE(store.io.run_all(std::move(both))[0]);
    EXPECT_EQ(store.count(), 2U);
}

TEST(Overload, IsAnsweredAtOnce)
{
    slow_disk disk;
    asked_store store({.batch = {.waiting = 3}});
    disk.stick();
    std::vector<awaitable<bool>> all;
    std::size_t answered = 0;
    std::vector<std::string> refused;
    const auto insert = [&](std::string apelido) -> awaitable<bool> {
        auto value = asked_store::draft(apelido);
        const auto end = co_await store.persons->insert(std::move(value));
        ++answered;
        if (!end) {
            EXPECT_EQ(end.error(), store_errc::overloaded);
            refused.push_back(apelido);
            disk.go_on();
        }
        co_return true;
    };
    const auto fill = [&]() -> awaitable<bool> {
        disk.wait_for_a_sync();
        co_return true;
    };
    all.push_back(insert("in the batch"));
    all.push_back(fill());
    for (const char* each : {"a", "b", "c", "one too many"})
        all.push_back(insert(each));
    store.io.run_all(std::move(all));

    EXPECT_EQ(refused, std::vector<std::string>{"one too many"});
    EXPECT_EQ(store.count(), 4U);
}

TEST(Lock, OfAnotherProcessIsKnownAfterTheBusyTimeout)
{
    asked_store store({.busy_timeout = 20ms});
    sqlite::database other = store.other();
    other.execute("BEGIN IMMEDIATE").value();

    std::vector<awaitable<result<uuid>>> all;
    all.push_back(store.persons->insert(asked_store::draft("waits")));
    const auto when_known = [&]() -> awaitable<result<uuid>> {
        timer tick(store.io.executor());
        while (store.kept->is_up()) {
            tick.expires_after(5ms);
            co_await tick.async_wait(asio::use_awaitable_t<executor>());
        }
        auto value = asked_store::draft("at once");
        auto end = co_await store.persons->insert(std::move(value));
        other.execute("COMMIT").value();
        co_return end;
    };
    all.push_back(when_known());
    const auto ends = store.io.run_all(std::move(all));

    EXPECT_EQ(ends[1].error(), store_errc::away);
    EXPECT_TRUE(ends[0]); // had been taken, and was created when the other had done
    EXPECT_TRUE(store.kept->is_up());
}

} // namespace
} // namespace rinha::pessoas_sqlite
