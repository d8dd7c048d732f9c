#include "unit/pessoas_sqlite/opened.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <map>
#include <string>

namespace rinha::pessoas_sqlite {
namespace {

// Runs create_forever until it has told of so many persons, kills it, and returns all it has told of: apelido by id.
std::map<std::string, std::string> create_and_kill(const std::string& file, std::size_t persons)
{
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    std::string program = CREATE_FOREVER;
    std::string argument = file;
    const std::array<char*, 3> arguments{program.data(), argument.data(), nullptr};
    pid_t child = 0;
    EXPECT_EQ(::posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ), 0);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);

    std::map<std::string, std::string> told;
    std::FILE* const lines = ::fdopen(ends[0], "r");
    std::array<char, 40> id{};
    std::array<char, 40> apelido{};
    while (std::fscanf(lines, "%36s %32s\n", id.data(), apelido.data()) == 2) { // the rest of the pipe, too
        told.emplace(id.data(), apelido.data());
        if (told.size() == persons)
            ::kill(child, SIGKILL);
    }
    std::fclose(lines);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << status;
    return told;
}

TEST(Kill, LosesNobodyWhoWasAcknowledged)
{
    asked_store store;
    store.persons.reset();
    store.kept.reset();
    std::map<std::string, std::string> told;
    for (const std::size_t persons : {1U, 100U, 500U, 1'000U}) {
        const auto more = create_and_kill(store.settings.path, persons);
        EXPECT_GE(more.size(), persons);
        told.insert(more.begin(), more.end());
    }

    store.restart();
    for (const auto& [id, apelido] : told) {
        const auto found = store.io.run(store.persons->find(*parse_uuid(id)));
        ASSERT_TRUE(found) << apelido;
        ASSERT_EQ(found->apelido, apelido);
        ASSERT_EQ(store.io.run(store.persons->search(apelido))->front().id, found->id);
    }
    const auto count = store.count();
    EXPECT_GE(count, told.size());
    EXPECT_LE(count, told.size() + 4U * 32U); // stored, and killed before it could tell
    EXPECT_EQ(store.other().integer("SELECT count(*) FROM pessoas").value(), static_cast<std::int64_t>(count));
    EXPECT_EQ(store.other().integer("SELECT integrity_check = 'ok' FROM pragma_integrity_check").value(), 1);
}

} // namespace
} // namespace rinha::pessoas_sqlite
