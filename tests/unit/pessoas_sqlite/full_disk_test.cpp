#include "pessoas_sqlite/store_error.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gtest/gtest.h>
#include <sys/mount.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

// A disk of 4 MiB in memory. Needs the right to mount.
class small_disk
{
public:
    small_disk()
        : is_there_(::mount("tmpfs", folder_.path().c_str(), "tmpfs", 0, "size=4m") == 0)
    {
    }

    ~small_disk()
    {
        if (is_there_)
            ::umount2(folder_.path().c_str(), MNT_DETACH);
    }

    bool is_there() const noexcept { return is_there_; }
    std::string file(const std::string& name) const { return folder_.file(name); }

private:
    support::temporary_folder folder_;
    bool is_there_;
};

TEST(FullDisk, RefusesCreationsLosesNobodyAndGoesOnWhenThereIsRoom)
{
    const small_disk disk;
    if (!disk.is_there())
        GTEST_SKIP() << "mount: " << std::strerror(errno);
    const auto ballast = disk.file("ballast");
    std::ofstream(ballast) << std::string(2 * 1024 * 1024, 'x');
    metrics::registry metrics;
    const auto kept = store::open({.path = disk.file("pessoas.db")}, metrics).value();
    support::loop io;
    repository persons(*kept, io.executor());

    std::vector<uuid> created;
    const auto create = [&](std::size_t i) {
        auto value = asked_store::draft("p" + std::to_string(i));
        value.nome = std::string(100, static_cast<char>('a' + i % 26));
        return io.run(persons.insert(std::move(value)));
    };
    auto end = create(0);
    for (std::size_t i = 1; end; ++i) {
        created.push_back(*end);
        end = create(i);
    }
    EXPECT_EQ(end.error(), store_errc::full);
    EXPECT_GT(created.size(), 10U);
    EXPECT_FALSE(kept->is_up());
    EXPECT_EQ(io.run(persons.count()).value(), created.size());
    EXPECT_EQ(io.run(persons.search("p0"))->size(), 1U);

    std::filesystem::remove(ballast);
    const auto freed = clock::now();
    io.run_until([&] {
        std::this_thread::yield();
        return kept->is_up();
    });
    EXPECT_LT(clock::now() - freed, std::chrono::seconds(2)); // as soon as `ready` must notice it
    EXPECT_TRUE(create(created.size()));
    for (const uuid& each : created)
        EXPECT_TRUE(io.run(persons.find(each)));
    EXPECT_EQ(io.run(persons.count()).value(), created.size() + 1);
}

} // namespace
} // namespace rinha::pessoas_sqlite
