#include "rinha/http/listener.hpp"

#include "rinha/core/descriptor.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

namespace rinha::http {
namespace {

namespace fs = std::filesystem;
namespace errors = boost::system::errc;

endpoint loopback(std::uint16_t port = 0) { return {.host = "127.0.0.1", .port = port, .path = {}}; }

bool is_ready_to_accept(int socket, int wait_ms)
{
    pollfd asked{.fd = socket, .events = POLLIN, .revents = 0};
    return ::poll(&asked, 1, wait_ms) == 1;
}

descriptor connect_to(std::uint16_t port)
{
    descriptor fd(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0)
        return {};
    return fd;
}

descriptor connect_to(const std::string& path)
{
    descriptor fd(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    path.copy(at.sun_path, sizeof at.sun_path - 1);
    if (::connect(fd.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0)
        return {};
    return fd;
}

TEST(TcpListener, TellsTheRealPort)
{
    const auto opened = listener::open(loopback(), 1);
    ASSERT_TRUE(opened);
    EXPECT_NE(opened->bound_to().port, 0);
    EXPECT_GE(connect_to(opened->bound_to().port).get(), 0);
}

TEST(TcpListener, GivesEachThreadASocketOnOnePort)
{
    auto opened = listener::open(loopback(), 3);
    ASSERT_TRUE(opened);
    const std::array sockets{descriptor(opened->take(0)), descriptor(opened->take(1)), descriptor(opened->take(2))};
    for (const descriptor& each : sockets) {
        sockaddr_in at{};
        socklen_t size = sizeof at;
        ::getsockname(each.get(), reinterpret_cast<sockaddr*>(&at), &size);
        EXPECT_EQ(ntohs(at.sin_port), opened->bound_to().port);
    }
}

TEST(TcpListener, HandsNoDelayDownToItsConnections)
{
    auto opened = listener::open(loopback(), 1);
    const descriptor listening(opened->take(0));
    const descriptor client = connect_to(opened->bound_to().port);
    ASSERT_TRUE(is_ready_to_accept(listening.get(), 1'000));
    const descriptor accepted(::accept(listening.get(), nullptr, nullptr));

    int on = 0;
    socklen_t size = sizeof on;
    ASSERT_EQ(::getsockopt(accepted.get(), IPPROTO_TCP, TCP_NODELAY, &on, &size), 0);
    EXPECT_EQ(on, 1);
}

TEST(TcpListener, RefusesAPortThatIsTaken)
{
    for (const std::size_t threads : {1U, 2U}) {
        const auto first = listener::open(loopback(), threads);
        for (const std::size_t others : {1U, 2U}) {
            const auto second = listener::open(loopback(first->bound_to().port), others);
            ASSERT_FALSE(second) << threads << " and " << others;
            EXPECT_EQ(second.error(), errors::address_in_use);
        }
    }
}

TEST(TcpListener, TakesAPortOfWhichConnectionsLinger)
{
    std::uint16_t port = 0;
    {
        auto opened = listener::open(loopback(), 1);
        port = opened->bound_to().port;
        const descriptor listening(opened->take(0));
        const descriptor client = connect_to(port);
        ASSERT_TRUE(is_ready_to_accept(listening.get(), 1'000));
        const descriptor accepted(::accept(listening.get(), nullptr, nullptr));
        ::shutdown(accepted.get(), SHUT_WR); // who closes first keeps the port in TIME_WAIT
    }
    EXPECT_TRUE(listener::open(loopback(port), 2));
}

TEST(TcpListener, RefusesAHostThatIsNoAddress)
{
    EXPECT_FALSE(listener::open({.host = "no.such.host", .port = 0, .path = {}}, 1));
}

class UnixListener : public testing::Test
{
protected:
    UnixListener() { at.path = path; }

    support::temporary_folder folder;
    fs::path path = folder.path() / "api.sock";
    endpoint at;
};

TEST_F(UnixListener, LetsEveryUserConnect)
{
    const auto opened = listener::open(at, 1);
    ASSERT_TRUE(opened);
    struct stat file{};
    ASSERT_EQ(::stat(path.c_str(), &file), 0);
    EXPECT_EQ(file.st_mode & 0777U, 0666U);
    EXPECT_GE(connect_to(path.string()).get(), 0);
}

TEST_F(UnixListener, GivesEachThreadTheSameQueue)
{
    auto opened = listener::open(at, 2);
    const descriptor one(opened->take(0));
    const descriptor two(opened->take(1));
    EXPECT_NE(one.get(), two.get());

    const descriptor client = connect_to(path.string());
    EXPECT_TRUE(is_ready_to_accept(one.get(), 0));
    EXPECT_TRUE(is_ready_to_accept(two.get(), 0));
}

TEST_F(UnixListener, RemovesItsFileAndKeepsTheQueue)
{
    auto opened = listener::open(at, 1);
    const descriptor listening(opened->take(0));
    const descriptor client = connect_to(path.string());
    opened = make_error_code(errors::not_connected); // ends the listener

    EXPECT_FALSE(fs::exists(path));
    EXPECT_TRUE(is_ready_to_accept(listening.get(), 0));
}

TEST_F(UnixListener, LeavesAFileThatAnotherHasPutThere)
{
    {
        const auto opened = listener::open(at, 1);
        fs::remove(path);
        std::ofstream(path) << "mine";
    }
    EXPECT_TRUE(fs::exists(path));
}

TEST_F(UnixListener, TakesThePlaceOfAStaleSocket)
{
    {
        const descriptor dead(::socket(AF_UNIX, SOCK_STREAM, 0));
        sockaddr_un where{};
        where.sun_family = AF_UNIX;
        path.string().copy(where.sun_path, sizeof where.sun_path - 1);
        ASSERT_EQ(::bind(dead.get(), reinterpret_cast<const sockaddr*>(&where), sizeof where), 0);
    }
    const auto opened = listener::open(at, 1);
    ASSERT_TRUE(opened) << opened.error().message();
    EXPECT_GE(connect_to(path.string()).get(), 0);
}

TEST_F(UnixListener, LeavesALiveSocketAlone)
{
    const auto first = listener::open(at, 1);
    const auto second = listener::open(at, 1);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error(), errors::address_in_use);
    EXPECT_GE(connect_to(path.string()).get(), 0);
}

TEST_F(UnixListener, LeavesAFileThatIsNoSocketAlone)
{
    std::ofstream(path) << "precious";
    EXPECT_EQ(listener::open(at, 1).error(), errors::address_in_use);
    EXPECT_EQ(fs::file_size(path), 8U);
}

TEST_F(UnixListener, RefusesAPathTooLong)
{
    at.path = std::string(108, 'x');
    EXPECT_EQ(listener::open(at, 1).error(), errors::filename_too_long);
}

} // namespace
} // namespace rinha::http
