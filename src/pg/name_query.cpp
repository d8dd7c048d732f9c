#include "pg/name_query.hpp"

#include "rinha/core/descriptor.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>

#include <array>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rinha::pg {
namespace {

struct closer
{
    void operator()(addrinfo* list) const noexcept { ::freeaddrinfo(list); }
};

std::string to_text(const addrinfo& of)
{
    std::array<char, NI_MAXHOST> text{};
    ::getnameinfo(of.ai_addr, of.ai_addrlen, text.data(), text.size(), nullptr, 0, NI_NUMERICHOST);
    return text.data();
}

// Touches nothing but its argument and its result: it may outlive the statics of this program.
name_query::answer look_up(std::vector<host> names)
{
    name_query::answer out;
    for (host& each : names) {
        if (!needs_address(each)) {
            out.hosts.push_back(std::move(each));
            continue;
        }
        addrinfo hints{};
        hints.ai_socktype = SOCK_STREAM;
        addrinfo* found = nullptr;
        const int failed = ::getaddrinfo(each.name.c_str(), nullptr, &hints, &found);
        const std::unique_ptr<addrinfo, closer> owned(found);
        if (failed != 0)
            out.unknown = "no address of " + each.name + ": " + ::gai_strerror(failed);
        for (const addrinfo* entry = found; entry != nullptr; entry = entry->ai_next)
            out.hosts.push_back({each.name, to_text(*entry), each.port});
    }
    return out;
}

} // namespace

name_query::name_query(const executor& ex, std::vector<host> names)
    : answered_(ex)
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "pipe2");
    descriptor ours(ends[0]);
    descriptor theirs(ends[1]); // closed when the answer is there
    answered_.assign(ours.get());
    ours.release();

    std::packaged_task<answer()> asking([names = std::move(names)]() mutable { return look_up(std::move(names)); });
    answer_ = asking.get_future();
    std::thread([asking = std::move(asking), theirs = std::move(theirs)]() mutable { asking(); }).detach();
}

awaitable<error_code> name_query::wait()
{
    using wait_type = asio::posix::descriptor_base::wait_type;
    const auto [failed] = co_await answered_.async_wait(wait_type::wait_read, asio::as_tuple(asio::deferred));
    co_return failed;
}

void name_query::cancel()
{
    error_code ignored;
    answered_.cancel(ignored);
}

} // namespace rinha::pg
