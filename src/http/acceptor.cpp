#include "http/acceptor.hpp"

#include "rinha/core/result.hpp"

#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/posix/descriptor_base.hpp>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <exception>
#include <limits>
#include <utility>

#include <netinet/in.h>
#include <sys/socket.h>

namespace rinha::http {
namespace {

constexpr std::size_t batch = 256; // then those who are connected have their turn
constexpr std::chrono::milliseconds pause_when_out_of_something{100};

// Packets must have come over no router at all, which none looks like that was sent with less than the most: Linux
// sends with 64.
void want_hops_left(int socket, int hops) noexcept
{
    ::setsockopt(socket, IPPROTO_IP, IP_MINTTL, &hops, sizeof hops);
    ::setsockopt(socket, IPPROTO_IPV6, IPV6_MINHOPCOUNT, &hops, sizeof hops);
}

// Closing resets who is in the queue, so nobody may get there after the last was taken. As tried on Linux 6: a unix
// socket that is shut down refuses to be connected to, and its queue can still be taken. Of a TCP socket the same call
// resets the queue; but one that wants more hops left than any packet has answers to no SYN, and who sent it tries
// again after a second, when somebody else may listen. Who is connected already is not held to it. (A socket filter
// would do the same, but there are systems that let only root set one.)
void let_nobody_queue(int listening) noexcept
{
    int family = 0;
    socklen_t size = sizeof family;
    ::getsockopt(listening, SOL_SOCKET, SO_DOMAIN, &family, &size);
    if (family == AF_UNIX)
        ::shutdown(listening, SHUT_RD);
    else
        want_hops_left(listening, 255);
}

} // namespace

acceptor::acceptor(const executor& ex, int listening, std::function<void(descriptor)> adopt)
    : listening_(ex, listening)
    , pause_(ex)
    , adopt_(std::move(adopt))
{
}

void acceptor::run(std::shared_ptr<void> alive) { wait(std::move(alive)); }

// Not a coroutine: one that lacks the memory to wait is destroyed by Asio, and nobody would accept any more.
void acceptor::wait(std::shared_ptr<void> alive)
{
    auto then = [this, alive = std::move(alive)](const error_code& ec) mutable {
        if (!listening_.is_open())
            return;
        if (!ec && take(batch))
            wait(std::move(alive));
        else
            pause(std::move(alive));
    };
    listening_.async_wait(asio::posix::descriptor_base::wait_read,
                          asio::bind_allocator(waiting_.get(), std::move(then)));
}

void acceptor::pause(std::shared_ptr<void> alive)
{
    auto then = [this, alive](const error_code&) mutable {
        if (listening_.is_open())
            wait(std::move(alive));
    };
    try {
        pause_.expires_after(pause_when_out_of_something);
        pause_.async_wait(asio::bind_allocator(waiting_.get(), std::move(then)));
    } catch (const std::exception&) { // the queue of timers could not grow: no pause, then
        wait(std::move(alive));
    }
}

// False when there may be more, but not now.
bool acceptor::take(std::size_t at_most)
{
    for (std::size_t taken = 0; taken < at_most; ++taken) {
        descriptor fd(::accept4(listening_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
        if (fd.get() >= 0) {
            if (!hand_over(std::move(fd)))
                return false;
            continue;
        }
        switch (errno) {
        case EAGAIN:
            return true;
        case EINTR:
        case ECONNABORTED:
        case EPROTO:
            continue; // of that connection, not of the listener
        default:
            return false;
        }
    }
    return true;
}

bool acceptor::hand_over(descriptor connected) const
{
    if (closing_)
        want_hops_left(connected.get(), 0); // inherited where the handshake has ended only now
    try {
        adopt_(std::move(connected));
        return true;
    } catch (const std::exception&) { // out of memory, of watches or the like
        return false;
    }
}

void acceptor::take_all_and_close()
{
    if (listening_.is_open()) {
        let_nobody_queue(listening_.native_handle());
        closing_ = true;
        take(std::numeric_limits<std::size_t>::max());
    }
    close();
}

void acceptor::close()
{
    error_code ignored;
    listening_.close(ignored);
    pause_.cancel();
}

} // namespace rinha::http
