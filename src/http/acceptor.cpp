#include "http/acceptor.hpp"

#include "rinha/core/result.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <limits>
#include <utility>

#include <sys/socket.h>

namespace rinha::http {
namespace {

constexpr std::size_t batch = 256; // then those who are connected have their turn
constexpr std::chrono::milliseconds pause_when_out_of_descriptors{100};

} // namespace

acceptor::acceptor(executor ex, int listening, std::function<void(int)> adopt)
    : listening_(ex, listening)
    , pause_(ex)
    , adopt_(std::move(adopt))
{
}

awaitable<void> acceptor::run()
{
    while (listening_.is_open()) {
        const auto [ec] = co_await listening_.async_wait(listening_.wait_read, asio::as_tuple(asio::deferred));
        if (ec || take(batch))
            continue;
        pause_.expires_after(pause_when_out_of_descriptors);
        co_await pause_.async_wait(asio::as_tuple(asio::deferred));
    }
}

// False when there may be more, but not now.
bool acceptor::take(std::size_t at_most)
{
    for (std::size_t taken = 0; taken < at_most; ++taken) {
        const int fd = ::accept4(listening_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            adopt_(fd);
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

void acceptor::take_all()
{
    if (listening_.is_open())
        take(std::numeric_limits<std::size_t>::max());
}

void acceptor::close()
{
    error_code ignored;
    listening_.close(ignored);
    pause_.cancel();
}

} // namespace rinha::http
