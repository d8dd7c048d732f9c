#include "rinha/pessoas_sqlite/store.hpp"

#include "pessoas_sqlite/store_error.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/sqlite/error.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <latch>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;

TEST(Store, KeepsPersonsOverARestart)
{
    asked_store store;
    const uuid id = store.insert("ana").value();

    store.restart();

    EXPECT_EQ(store.io.run(store.persons->find(id))->apelido, "ana");
    EXPECT_EQ(store.insert("ana").error(), pessoas::errc::apelido_taken);
    EXPECT_EQ(store.io.run(store.persons->search("ANA"))->size(), 1U);
    EXPECT_EQ(store.count(), 1U);
}

TEST(Store, LeavesOneFileWhenItStops)
{
    asked_store store;
    store.insert("ana").value();
    store.kept->stop();

    std::vector<std::string> files;
    for (const auto& each : std::filesystem::directory_iterator(store.folder.path()))
        files.push_back(each.path().filename());
    EXPECT_THAT(files, testing::ElementsAre("pessoas.db"));
}

TEST(Store, IsRefusedByAFileOfANewerVersion)
{
    opened_store store;
    store.kept.reset();
    store.other().execute("PRAGMA user_version = 99").value();

    EXPECT_EQ(store::open(store.settings, store.metrics).error(), sqlite::errc::newer_schema);
}

TEST(Store, IsRefusedByWhatIsNotItsFile)
{
    const support::temporary_folder folder;
    metrics::registry metrics;
    const auto error_of = [&](const std::string& path) { return store::open({.path = path}, metrics).error(); };
    std::ofstream(folder.file("text")) << std::string(4'096, 'x');
    sqlite::database::open(folder.file("other.db"), sqlite::open_mode::create)
        ->execute("CREATE TABLE somebody_elses (n); PRAGMA user_version = 1")
        .value();

    EXPECT_EQ(error_of(folder.path()), sqlite::errc::cannot_open);
    EXPECT_EQ(error_of(folder.file("missing/pessoas.db")), sqlite::errc::cannot_open);
    EXPECT_EQ(error_of(folder.file("text")), sqlite::errc::not_a_database);
    EXPECT_EQ(error_of(folder.file("other.db")), sqlite::errc::failed);
}

TEST(Store, IsMadeOnceWhereSeveralOpenItAtOnce)
{
    for (int round = 0; round < 5; ++round) {
        const support::temporary_folder folder;
        std::latch all_here(3);
        std::vector<std::thread> threads;
        for (int i = 0; i < 3; ++i)
            threads.emplace_back([&] {
                metrics::registry metrics;
                all_here.arrive_and_wait();
                EXPECT_TRUE(store::open({.path = folder.file("pessoas.db"), .busy_timeout = 10s}, metrics));
            });
        for (auto& each : threads)
            each.join();
    }
}

TEST(Store, MakesIdsAfterTheLargestInTheFileWhateverTheClock)
{
    asked_store store;
    store.insert("past").value();
    // As if the clock had been set back by two hundred years.
    store.other().execute("UPDATE pessoas SET id = x'0700000000007fffbfffffffffffffff'").value();

    const uuid before_restart = store.insert("a").value();
    store.restart();
    const uuid after_restart = store.insert("b").value();

    EXPECT_EQ(to_string(before_restart).substr(0, 15), "07000000-0001-7");
    EXPECT_LT(before_restart, after_restart);
    EXPECT_EQ(store.io.run(store.persons->search("nome"))->back().apelido, "b");
}

TEST(Store, IsOneForTwoProcesses)
{
    constexpr int creations = 100;
    asked_store one;
    std::atomic<int> contested_won = 0;
    const auto create_all = [&](const std::string& prefix) {
        metrics::registry metrics;
        const auto settings = store_settings{.path = one.settings.path, .busy_timeout = 10s};
        const auto kept = store::open(settings, metrics).value();
        support::loop io;
        repository persons(*kept, io.executor());
        for (int i = 0; i < creations; ++i) {
            EXPECT_TRUE(io.run(persons.insert(asked_store::draft(prefix + std::to_string(i)))));
            const auto contested = io.run(persons.insert(asked_store::draft(std::to_string(i))));
            contested_won += contested ? 1 : 0;
            EXPECT_TRUE(contested || contested.error() == pessoas::errc::apelido_taken) << contested.error();
        }
    };
    std::thread other([&] { create_all("b"); });
    create_all("a");
    other.join();

    EXPECT_EQ(contested_won, creations);
    EXPECT_EQ(one.count(), 3U * creations);
    EXPECT_EQ(one.io.run(one.persons->search("b99"))->size(), 1U);
    constexpr auto out_of_order =
        "SELECT count(*) FROM (SELECT id, lag(id) OVER (ORDER BY ordem) AS last FROM pessoas) "
        "WHERE id <= last";
    EXPECT_EQ(one.other().integer(out_of_order).value(), 0);
    EXPECT_EQ(one.other().integer("SELECT max(ordem) FROM pessoas").value(), 3 * creations);
}

TEST(Store, FinishesWhatItWasAskedWhenItStops)
{
    asked_store store;
    std::vector<awaitable<bool>> all;
    const auto create = [&](int i) -> awaitable<bool> {
        auto value = asked_store::draft(std::to_string(i));
        const auto created = co_await store.persons->insert(std::move(value));
        co_return created.has_value();
    };
    for (int i = 0; i < 500; ++i)
        all.push_back(create(i));
    bool has_stopped = false;
    const auto stop = [&]() -> awaitable<bool> {
        store.kept->stop();
        has_stopped = true;
        co_return true;
    };
    all.push_back(stop());

    for (const bool created : store.io.run_all(std::move(all)))
        EXPECT_TRUE(created);
    EXPECT_TRUE(has_stopped);

    EXPECT_EQ(store.insert("late").error(), store_errc::away);
    EXPECT_EQ(store.io.run(store.persons->find(uuid{})).error(), store_errc::away);
    EXPECT_EQ(store.io.run(store.persons->search("a")).error(), store_errc::away);
    EXPECT_EQ(store.io.run(store.persons->count()).error(), store_errc::away);
    EXPECT_FALSE(store.kept->is_up());
    store.kept->stop(); // nothing more to do

    store.restart();
    EXPECT_EQ(store.count(), 500U);
}

TEST(Store, KnowsThatItIsUpAndHowLongATransactionTakes)
{
    asked_store store;
    EXPECT_TRUE(store.kept->is_up());

    store.insert("ana").value();
    EXPECT_TRUE(store.kept->is_up());
    EXPECT_GT(store.kept->latency(), 0us);
    EXPECT_LT(store.kept->latency(), 60s);
}

TEST(Store, MeasuresItsLatencyAlsoWhereNobodyCreates)
{
    asked_store store({.check_interval = 1ms});
    const auto until_another_than = [&](std::chrono::microseconds before) {
        store.io.run_until([&] {
            std::this_thread::yield();
            return store.kept->latency() != before;
        });
    };
    until_another_than(0us);
    store.insert("ana").value();
    until_another_than(store.kept->latency());
}

TEST(Store, CountsItsBatches)
{
    asked_store store;
    store.insert("ana").value();

    EXPECT_THAT(store.metrics.to_text(), testing::HasSubstr("pessoas_insert_batch_rows_count 1\n"));
    EXPECT_THAT(store.metrics.to_text(), testing::HasSubstr("pessoas_insert_flush_seconds_count 1\n"));
    EXPECT_THAT(store.metrics.to_text(), testing::HasSubstr("pessoas_reads_waiting 0\n"));
}

} // namespace
} // namespace rinha::pessoas_sqlite
