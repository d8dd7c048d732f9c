#pragma once

#include "rinha/core/async.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <limits>
#include <list>
#include <string>

namespace rinha::pg {

// Stands on a TCP port between a client and the unix socket of a server, and does what networks do.
class proxy
{
public:
    proxy(executor ex, std::string server)
        : executor_(ex)
        , server_(std::move(server))
        , acceptor_(ex, {asio::ip::address_v4::loopback(), 0})
    {
        asio::co_spawn(ex, accept(), asio::detached);
    }

    ~proxy()
    {
        acceptor_.close();
        cut();
    }

    proxy(const proxy&) = delete;
    proxy& operator=(const proxy&) = delete;

    // The same, by this way.
    std::string conninfo(const std::string& direct) const
    {
        return direct + " host=127.0.0.1 port=" + std::to_string(port());
    }

    std::uint16_t port() const { return acceptor_.local_endpoint().port(); }

    // Cuts all connections.
    void cut()
    {
        for (auto& each : pairs_) {
            error_code ignored;
            each.client.close(ignored);
            each.server.close(ignored);
        }
    }

    // Cuts a connection when the server has sent so many more bytes.
    void cut_after(std::size_t bytes) { budget_ = bytes; }

    // Nothing passes any more, and nobody is told.
    void swallow(bool on) { swallowing_ = on; }

private:
    using tcp = asio::basic_stream_socket<asio::ip::tcp, executor>;
    using local = asio::basic_stream_socket<asio::local::stream_protocol, executor>;

    struct pair
    {
        tcp client;
        local server;
    };

    awaitable<void> accept()
    {
        for (;;) {
            pair& made = pairs_.emplace_back(pair{tcp{executor_}, local{executor_}});
            const auto [failed] = co_await acceptor_.async_accept(made.client, asio::as_tuple(asio::deferred));
            if (failed)
                co_return;
            error_code refused;
            made.server.connect(server_, refused);
            asio::co_spawn(executor_, pump(made.client, made.server, false), asio::detached);
            asio::co_spawn(executor_, pump(made.server, made.client, true), asio::detached);
        }
    }

    template <class From, class To>
    awaitable<void> pump(From& from, To& to, bool is_answer)
    {
        std::array<char, 16 * 1024> bytes;
        for (;;) {
            auto [ended, n] = co_await from.async_read_some(asio::buffer(bytes), asio::as_tuple(asio::deferred));
            if (ended)
                break;
            if (swallowing_)
                continue;
            const bool last = is_answer && n >= budget_;
            if (is_answer)
                budget_ -= last ? 0 : n;
            const auto passed = asio::buffer(bytes, last ? budget_ : n);
            auto [broken, _] = co_await asio::async_write(to, passed, asio::as_tuple(asio::deferred));
            if (broken || last)
                break;
        }
        error_code ignored;
        from.close(ignored);
        to.close(ignored);
        budget_ = std::numeric_limits<std::size_t>::max();
    }

    executor executor_;
    asio::local::stream_protocol::endpoint server_;
    asio::basic_socket_acceptor<asio::ip::tcp, executor> acceptor_;
    std::list<pair> pairs_;
    std::size_t budget_ = std::numeric_limits<std::size_t>::max();
    bool swallowing_ = false;
};

} // namespace rinha::pg
