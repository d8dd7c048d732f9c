#include "rinha/core/log_sink.hpp"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/logger.h>
#include <unistd.h>

namespace rinha {
namespace {

// A logger into a pipe of two pages that nobody reads but by read().
class LogSink : public testing::Test
{
protected:
    LogSink()
    {
        EXPECT_EQ(::fcntl(ends[1], F_SETPIPE_SZ, 8192), 8192);
        EXPECT_EQ(::fcntl(ends[0], F_SETFL, O_NONBLOCK), 0);
        log.set_pattern("%v");
    }

    ~LogSink() override
    {
        ::close(ends[0]);
        ::close(ends[1]);
    }

    std::string read() const // all that is there
    {
        std::string text;
        std::array<char, 4096> buffer{};
        for (ssize_t n = 0; (n = ::read(ends[0], buffer.data(), buffer.size())) > 0;)
            text.append(buffer.data(), static_cast<std::size_t>(n));
        return text;
    }

    static std::array<int, 2> make_pipe()
    {
        std::array<int, 2> made{-1, -1};
        EXPECT_EQ(::pipe2(made.data(), O_CLOEXEC), 0);
        return made;
    }

    std::array<int, 2> ends = make_pipe();
    spdlog::logger log{"", make_log_sink(ends[1], [](std::size_t n) { return fmt::format("{} dropped", n); })};
};

TEST_F(LogSink, WritesEachLineAtOnce)
{
    log.info("one");
    EXPECT_EQ(read(), "one\n");
    log.info("two");
    EXPECT_EQ(read(), "two\n");
}

TEST_F(LogSink, DropsWhatIsNotTakenAndSaysHowMuchItWas)
{
    const std::string line(4095, 'x');
    log.info(line);
    log.info(line);
    log.info("lost");
    log.info("lost, too");
    EXPECT_EQ(read(), line + "\n" + line + "\n");

    log.info("there");
    EXPECT_EQ(read(), "2 dropped\nthere\n");
    log.info("again");
    EXPECT_EQ(read(), "again\n");
}

TEST_F(LogSink, BeginsANewLineAfterOneThatWasTakenInPart)
{
    log.info(std::string(9000, 'x'));
    EXPECT_EQ(read(), std::string(8192, 'x'));

    log.info("there");
    EXPECT_EQ(read(), "\n1 dropped\nthere\n");
}

TEST_F(LogSink, WritesALineThatIsLongerThanAPipeTakesAtOnce)
{
    ::fcntl(ends[1], F_SETPIPE_SZ, 65536);
    const std::string line(50'000, 'x');
    log.info(line);
    EXPECT_EQ(read(), line + "\n");
}

TEST_F(LogSink, OutlivesTheOtherEnd)
{
    ::close(ends[0]);
    ::signal(SIGPIPE, SIG_IGN);
    log.info("lost");
    ends[0] = -1;
}

} // namespace
} // namespace rinha
