#include "http/sockets.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace rinha::http {
namespace {

struct address
{
    sockaddr_storage storage{};
    socklen_t size = sizeof(sockaddr_storage);

    sockaddr* get() noexcept { return reinterpret_cast<sockaddr*>(&storage); }
};

error_code last_error() noexcept { return {errno, boost::system::system_category()}; }

// Addresses, not names: where a server listens should not depend on a resolver.
result<address> resolve(const endpoint& at)
{
    addrinfo hints{};
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE;
    hints.ai_socktype = SOCK_STREAM;
    const std::string host = at.host == "localhost" ? "127.0.0.1" : at.host;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(at.port).c_str(), &hints, &found) != 0)
        return make_error_code(boost::system::errc::address_not_available);
    address made;
    made.size = found->ai_addrlen;
    std::memcpy(&made.storage, found->ai_addr, found->ai_addrlen);
    ::freeaddrinfo(found);
    return made;
}

result<descriptor> bind_to(address at, bool shared)
{
    descriptor fd(::socket(at.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const int on = 1;
    const auto set = [&](int level, int name) { return ::setsockopt(fd.get(), level, name, &on, sizeof on) == 0; };
    // Accepted sockets inherit TCP_NODELAY.
    if (fd.get() < 0 || !set(SOL_SOCKET, SO_REUSEADDR) || !set(IPPROTO_TCP, TCP_NODELAY) ||
        (shared && !set(SOL_SOCKET, SO_REUSEPORT)) || ::bind(fd.get(), at.get(), at.size) != 0)
        return last_error();
    return fd;
}

std::uint16_t port_of(const descriptor& fd) noexcept
{
    address at;
    ::getsockname(fd.get(), at.get(), &at.size);
    if (at.storage.ss_family == AF_INET6)
        return ntohs(reinterpret_cast<const sockaddr_in6*>(&at.storage)->sin6_port);
    return ntohs(reinterpret_cast<const sockaddr_in*>(&at.storage)->sin_port);
}

} // namespace

result<std::vector<descriptor>> listen_on_tcp(endpoint& at, std::size_t count, int backlog)
{
    const bool shared = count > 1;
    if (shared && at.port != 0) {
        const auto where = resolve(at);
        if (!where)
            return where.error();
        const auto exclusive = bind_to(*where, false);
        if (!exclusive)
            return exclusive.error();
    }

    std::vector<descriptor> sockets;
    while (sockets.size() < count) {
        const auto where = resolve(at);
        if (!where)
            return where.error();
        auto bound = bind_to(*where, shared);
        if (!bound)
            return bound.error();
        if (::listen(bound->get(), backlog) != 0)
            return last_error();
        at.port = port_of(*bound);
        sockets.push_back(std::move(*bound));
    }
    return sockets;
}

} // namespace rinha::http
