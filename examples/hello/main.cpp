// The smallest service on the modules: two routes and one thread.
//
//   hello [HOST:PORT]      127.0.0.1:8080 by default; SIGTERM or SIGINT ends it when all that is in flight is answered

#include "rinha/core/async.hpp"
#include "rinha/core/text.hpp"
#include "rinha/http/listener.hpp"
#include "rinha/http/problem.hpp"
#include "rinha/http/router.hpp"
#include "rinha/http/server.hpp"
#include "rinha/metrics/registry.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/this_coro.hpp>

#include <csignal>
#include <cstdio>
#include <utility>

using namespace rinha;

namespace {

http::response text(std::string body)
{
    return {.status = 200, .content_type = "text/plain; charset=utf-8", .headers = {}, .body = std::move(body)};
}

// GET /hello/{name}: 200 with a greeting; 400 if the name is no text.
http::response hello(const http::request& req)
{
    const auto& name = req.params.front();
    if (!is_valid_utf8(name))
        return http::problem(400, "the name is not UTF-8");
    return text("Hello, " + name + "!\n");
}

// GET /nap: 200 after a second, in which the thread serves others.
awaitable<http::response> nap(const http::request& /*req*/)
{
    const auto here = co_await asio::this_coro::executor;
    timer alarm(here, std::chrono::seconds(1));
    co_await alarm.async_wait(asio::deferred);
    co_return text("Good morning!\n");
}

} // namespace

int main(int argc, char** argv)
{
    const auto at = http::parse_endpoint(argc > 1 ? argv[1] : "127.0.0.1:8080");
    auto listening = at ? http::listener::open(*at, 1) : result<http::listener>(at.error());
    if (!listening) {
        std::fprintf(stderr, "hello: %s\n", listening.error().message().c_str());
        return 1;
    }

    metrics::registry counted;
    http::router api;
    api.add(http::method::get, "/hello/{name}", hello);
    api.add(http::method::get, "/nap", nap);

    asio::io_context thread(1); // after what is used on it
    http::server server(thread.get_executor(), listening->take(0), api, {}, counted);
    server.run();

    asio::signal_set signals(thread, SIGTERM, SIGINT);
    signals.async_wait(
        [&](const error_code& /*ec*/, int /*signal*/) { asio::co_spawn(thread, server.drain(), asio::detached); });
    thread.run(); // until the last connection is closed
}
