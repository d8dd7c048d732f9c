#include "apps/pessoas_api/health_check.hpp"

#include "rinha/core/async.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/completion_condition.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>

namespace rinha::pessoas_api {
namespace {

using stream = asio::generic::stream_protocol;
using socket = asio::basic_stream_socket<stream, executor>;

constexpr auto token = asio::as_tuple(asio::deferred);
constexpr std::chrono::seconds patience{3};

result<stream::endpoint> address_of(const http::endpoint& at)
{
    if (at.host.empty())
        return asio::local::stream_protocol::endpoint(at.path);

    boost::system::error_code ec;
    const auto host = asio::ip::make_address(at.host == "localhost" ? "127.0.0.1" : at.host, ec);
    if (ec)
        return {boost::system::in_place_error, ec};
    return asio::ip::tcp::endpoint(host, at.port);
}

awaitable<void> ask(executor ex, stream::endpoint at, std::string& answer)
{
    socket peer(ex);
    if (const auto [ec] = co_await peer.async_connect(at, token); ec)
        co_return;

    constexpr std::string_view question = "GET /health/ready HTTP/1.0\r\nHost: localhost\r\n\r\n";
    if (const auto [ec, n] = co_await asio::async_write(peer, asio::buffer(question), token); ec)
        co_return;

    std::string received;
    auto into = asio::dynamic_buffer(received, 64 * 1024);
    co_await asio::async_read(peer, into, asio::transfer_all(), token); // ends with eof
    answer = std::move(received);
}

} // namespace

int check_health(const http::endpoint& admin)
{
    const auto at = address_of(admin);
    if (!at) {
        fmt::print(stderr, "{}: {}\n", http::to_string(admin), at.error().message());
        return 1;
    }

    std::string answer;
    asio::io_context context{1};
    asio::co_spawn(context, ask(context.get_executor(), *at, answer), asio::detached);
    context.run_for(patience);

    const auto body = answer.find("\r\n\r\n");
    if (body == std::string::npos) {
        fmt::print(stderr, "{}: no answer\n", http::to_string(admin));
        return 1;
    }
    fmt::print("{}\n", std::string_view(answer).substr(body + 4));
    const auto status = std::string_view(answer).substr(0, answer.find("\r\n"));
    return status.find(" 200 ") != std::string_view::npos ? 0 : 1;
}

} // namespace rinha::pessoas_api
