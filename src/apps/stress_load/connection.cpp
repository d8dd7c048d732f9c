#include "apps/stress_load/connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <sys/socket.h>

namespace rinha::stress_load {

constexpr auto as_pair = asio::as_tuple(asio::deferred);

awaitable<result<answer>> connection::ask(std::string_view head, std::string_view body)
{
    until = clock::now() + of_.patience;
    if (!socket_.is_open()) {
        if (const auto failed = open())
            co_return failed;
    }
    of_.waiters.push_back(*this);
    const auto unsent = co_await send(head, body);
    if (unsent) {
        unlink();
        co_return meaning_of(unsent);
    }

    answer_reader reader;
    auto state = answer_reader::state::incomplete;
    while (state == answer_reader::state::incomplete) {
        const auto [failed, size] = co_await socket_.async_read_some(asio::buffer(received_), as_pair);
        if (failed == asio::error::eof && reader.is_complete_when_closed())
            break;
        if (failed) {
            unlink();
            co_return meaning_of(failed);
        }
        state = reader.take({received_.data(), size});
    }
    unlink();
    if (!reader.keeps_connection())
        close();
    if (state == answer_reader::state::unreadable)
        co_return make_error_code(boost::system::errc::bad_message);
    co_return std::move(reader.value());
}

// Does not wait: what can't be sent yet is found out by sending. On the loopback interface the connection is there when
// connect() returns, though it says that it is not.
error_code connection::open()
{
    error_code failed;
    socket_.open(of_.server.protocol(), failed);
    if (!failed)
        socket_.non_blocking(true, failed);
    if (failed)
        return failed;
    const auto length = static_cast<socklen_t>(of_.server.size());
    if (::connect(socket_.native_handle(), of_.server.data(), length) != 0 && errno != EINPROGRESS)
        return {errno, boost::system::system_category()};
    return {};
}

awaitable<error_code> connection::send(std::string_view head, std::string_view body)
{
    for (;;) {
        const std::array parts{asio::buffer(head), asio::buffer(body)};
        error_code failed;
        const auto sent = socket_.write_some(parts, failed);
        if (failed == asio::error::would_block) {
            const auto [unwritable] = co_await socket_.async_wait(asio::socket_base::wait_write, as_pair);
            if (unwritable)
                co_return unwritable;
            continue;
        }
        if (failed || sent == head.size() + body.size())
            co_return failed;
        body.remove_prefix(sent > head.size() ? sent - head.size() : 0);
        head.remove_prefix(std::min(sent, head.size()));
    }
}

error_code connection::meaning_of(error_code failed) const
{
    return is_late_ ? error_code(asio::error::timed_out) : failed;
}

void connection::give_up()
{
    is_late_ = true;
    close(); // cancel() would miss who has just been told of a part of the answer, and waits again
}

void connection::close()
{
    error_code ignored;
    socket_.close(ignored);
}

void give_up(waiting_list& of, clock::time_point now)
{
    while (!of.empty() && of.front().until <= now) {
        auto& late = of.front();
        late.unlink();
        late.give_up();
    }
}

} // namespace rinha::stress_load
