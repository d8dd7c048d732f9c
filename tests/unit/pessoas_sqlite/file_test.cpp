#include "pessoas_sqlite/store_error.hpp"
#include "unit/pessoas_sqlite/faulty_disk.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

// The file under the running store.
namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;

// The file, and what stands beside it.
void move_all(const std::string& from, const std::string& to)
{
    for (const char* suffix : {"", "-wal", "-shm"}) {
        if (std::filesystem::exists(from + suffix))
            std::filesystem::rename(from + suffix, to + suffix);
    }
}

TEST(File, ThatIsMovedAwayIsNotWrittenTo)
{
    asked_store store({.readers = 1});
    store.insert("before").value();
    EXPECT_EQ(store.count(), 1U); // now it has just looked for the file
    const auto elsewhere = store.folder.file("elsewhere.db");
    std::filesystem::rename(store.settings.path, elsewhere);

    EXPECT_EQ(store.insert("lost").error(), store_errc::away);
    EXPECT_FALSE(store.kept->is_up());
    EXPECT_FALSE(std::filesystem::exists(store.settings.path)); // no empty one is made in its place
    EXPECT_EQ(store.io.run(store.persons->count()).error(), store_errc::away);

    std::filesystem::rename(elsewhere, store.settings.path);
    store.wait_until_up();
    EXPECT_TRUE(store.insert("lost"));
    EXPECT_EQ(store.count(), 2U);
}

TEST(File, ThatIsReplacedIsReadAsSoonAsItIsWrittenTo)
{
    asked_store store({.readers = 1, .check_interval = 1h}); // the insert shall be what notices
    store.insert("of the old one").value();
    EXPECT_EQ(store.count(), 1U); // now it has just looked for the file
    asked_store other;
    other.insert("of the new one").value();
    other.close();
    move_all(store.settings.path, store.folder.file("elsewhere.db"));
    move_all(other.settings.path, store.settings.path);

    EXPECT_EQ(store.insert("lost").error(), store_errc::away);
    store.wait_until_up();
    const uuid id = store.insert("after").value();
    EXPECT_TRUE(store.io.run(store.persons->find(id)));
    EXPECT_EQ(store.count(), 2U);
    EXPECT_TRUE(store.io.run(store.persons->search("of the old one"))->empty());
}

TEST(File, ThatIsReplacedByNoneOfOursIsAwayUntilItReturns)
{
    for (const std::string& content : {std::string(), std::string(8'192, 'x')}) {
        asked_store store({.readers = 1});
        store.insert("ana").value();
        const auto elsewhere = store.folder.file("elsewhere.db");
        move_all(store.settings.path, elsewhere);
        std::ofstream(store.settings.path) << content;

        for (int i = 0; i < 3; ++i) {
            EXPECT_EQ(store.insert("lost").error(), store_errc::away);
            EXPECT_EQ(store.io.run(store.persons->count()).error(), store_errc::away);
        }

        for (const char* suffix : {"", "-wal", "-shm"})
            std::filesystem::remove(store.settings.path + suffix);
        move_all(elsewhere, store.settings.path);
        store.wait_until_up();
        EXPECT_EQ(store.count(), 1U);
    }
}

TEST(File, IsMissedWithinASecondWhereNobodyWrites)
{
    asked_store store({.readers = 1});
    store.insert("ana").value();
    EXPECT_EQ(store.count(), 1U); // now it has just looked for the file
    std::filesystem::rename(store.settings.path, store.folder.file("elsewhere.db"));
    const auto moved = clock::now();
    store.io.run_until([&] { return !store.io.run(store.persons->count()); });

    EXPECT_LT(clock::now() - moved, 3s);
}

TEST(File, ThatIsGoneIsKnownToTheStoreWhereNobodyWrites)
{
    asked_store store;
    store.insert("ana").value();
    const auto elsewhere = store.folder.file("elsewhere.db");
    std::filesystem::rename(store.settings.path, elsewhere);
    const auto moved = clock::now();
    store.io.run_until([&] {
        std::this_thread::yield();
        return !store.kept->is_up();
    });
    EXPECT_LT(clock::now() - moved, 2s);

    std::filesystem::rename(elsewhere, store.settings.path);
    const auto returned = clock::now();
    store.wait_until_up();
    EXPECT_LT(clock::now() - returned, 2s);
    EXPECT_EQ(store.count(), 1U);
}

TEST(File, IsNotLookedForByEachRead)
{
    const faulty_disk disk;
    asked_store store({.check_interval = 1h});
    const uuid id = store.insert("ana").value();
    const auto looks_before = disk.looks();
    const auto began = clock::now();
    for (int i = 0; i < 200; ++i)
        store.io.run(store.persons->find(id)).value();

    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(clock::now() - began).count();
    EXPECT_LE(disk.looks() - looks_before, static_cast<int>(store.settings.readers) * (seconds + 2));
}

} // namespace
} // namespace rinha::pessoas_sqlite
