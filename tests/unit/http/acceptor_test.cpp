#include "http/acceptor.hpp"

#include "rinha/http/listener.hpp"

#include "support/temporary_folder.hpp"
#include "unit/http/scarce_memory.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace rinha::http {
namespace {

using namespace std::chrono_literals;

class Acceptor : public testing::TestWithParam<const char*>
{
protected:
    Acceptor()
    {
        const bool is_tcp = std::string_view(GetParam()) == "Tcp";
        listening_ = listener::open(is_tcp ? endpoint{.host = "127.0.0.1", .port = 0, .path = {}}
                                           : endpoint{.host = {}, .port = 0, .path = folder_.file("socket")},
                                    1)
                         .value();
        socket = listening_->take(0);
        ::getsockname(socket, reinterpret_cast<sockaddr*>(&address_), &address_size_);
        accepting.emplace(loop.get_executor(), socket, [this](descriptor connected) {
            on_adopt(adopted.size());
            adopted.push_back(std::move(connected));
        });
        accepting->run(nullptr);
    }

    // Without a descriptor if it is not let in within that time.
    descriptor connect(std::chrono::milliseconds within = 10s) const
    {
        const timeval limit{.tv_sec = within / 1s, .tv_usec = within % 1s / 1us};
        descriptor made(::socket(address_.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
        ::setsockopt(made.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        ::setsockopt(made.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        if (::connect(made.get(), reinterpret_cast<const sockaddr*>(&address_), address_size_) != 0)
            return {};
        return made;
    }

    static void expect_connected(const descriptor& client, const descriptor& server)
    {
        char byte{};
        EXPECT_EQ(::send(client.get(), "a", 1, MSG_NOSIGNAL), 1);
        EXPECT_EQ(::recv(server.get(), &byte, 1, 0), 1);
        EXPECT_EQ(::send(server.get(), "b", 1, MSG_NOSIGNAL), 1);
        EXPECT_EQ(::recv(client.get(), &byte, 1, 0), 1);
    }

    asio::io_context loop;
    int socket = -1; // the acceptor's
    std::optional<acceptor> accepting;
    std::function<void(std::size_t)> on_adopt = [](std::size_t) {};
    std::vector<descriptor> adopted;

private:
    support::temporary_folder folder_;
    std::optional<listener> listening_;
    sockaddr_storage address_{};
    socklen_t address_size_ = sizeof address_;
};

TEST_P(Acceptor, ClosesAConnectionThatCannotBeAdoptedAndTakesTheNext)
{
    bool refused = false;
    on_adopt = [&](std::size_t) {
        if (!std::exchange(refused, true))
            throw std::runtime_error("no room");
    };
    const descriptor first = connect();
    const descriptor second = connect();
    while (adopted.empty())
        loop.run_one();

    char byte{};
    EXPECT_EQ(::recv(first.get(), &byte, 1, 0), 0) << "the server's end is still open";
}

TEST_P(Acceptor, GoesOnWithoutTheMemoryToPause)
{
    adopted.reserve(1);
    bool refused = false;
    on_adopt = [&](std::size_t) {
        if (!std::exchange(refused, true))
            throw std::bad_alloc();
    };
    const descriptor first = connect();
    const descriptor second = connect();
    const scarce_memory one;
    while (adopted.empty())
        loop.run_one();
    EXPECT_TRUE(one.has_refused());
}

TEST_P(Acceptor, TakesAllWhoQueueAndLetsNobodyQueueMeanwhile)
{
    const descriptor first = connect();
    const descriptor second = connect();
    on_adopt = [this](std::size_t before) {
        const bool is_last = before == 1;
        EXPECT_FALSE(is_last && connect(50ms).get() >= 0) << "closing could have reset it";
    };
    accepting->take_all_and_close();

    ASSERT_EQ(adopted.size(), 2U);
    expect_connected(first, adopted[0]);
    expect_connected(second, adopted[1]);
}

TEST_P(Acceptor, NeedsNoMemoryToClose)
{
    const descriptor first = connect();
    const descriptor second = connect();
    adopted.reserve(2);
    {
        const scarce_memory one;
        EXPECT_NO_THROW(accepting->take_all_and_close());
        EXPECT_FALSE(one.has_refused());
    }
    EXPECT_EQ(adopted.size(), 2U);
    EXPECT_EQ(connect(50ms).get(), -1);
}

class TcpAcceptor : public Acceptor
{
};

TEST_P(TcpAcceptor, ServesWhoseHandshakeEndsWhileTheQueueIsEmptied)
{
    const int seconds = 10; // until then a handshake ends with the first byte
    ::setsockopt(socket, IPPROTO_TCP, TCP_DEFER_ACCEPT, &seconds, sizeof seconds);
    const descriptor first = connect();
    const descriptor second = connect();
    ::send(first.get(), "a", 1, MSG_NOSIGNAL);
    on_adopt = [&](std::size_t before) {
        if (before == 0)
            ::send(second.get(), "a", 1, MSG_NOSIGNAL);
    };
    accepting->take_all_and_close();

    ASSERT_EQ(adopted.size(), 2U);
    char byte{};
    EXPECT_EQ(::recv(adopted[1].get(), &byte, 1, 0), 1) << "what ended the handshake";
    expect_connected(second, adopted[1]);
}

INSTANTIATE_TEST_SUITE_P(Sockets, TcpAcceptor, testing::Values("Tcp"));
INSTANTIATE_TEST_SUITE_P(Sockets, Acceptor, testing::Values("Tcp", "Unix"),
                         [](const auto& family) { return std::string(family.param); });

} // namespace
} // namespace rinha::http
