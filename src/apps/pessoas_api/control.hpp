#pragma once

#include "apps/pessoas_api/health.hpp"
#include "apps/pessoas_api/io_thread.hpp"
#include "rinha/core/async.hpp"
#include "rinha/http/router.hpp"
#include "rinha/http/server.hpp"
#include "rinha/metrics/registry.hpp"

#include <boost/asio/basic_signal_set.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace rinha::pessoas_api {

using io_threads = std::vector<std::unique_ptr<io_thread>>;

// The main thread's part: health, metrics and signals. It serves no request of the API, so it answers however busy the
// I/O threads are.
class control
{
public:
    control(io_threads threads, const metrics::registry& shown, const http::server_settings& settings);

    void serve_admin(int listening);

    // Starts the I/O threads, and returns after SIGTERM or SIGINT, when everything in flight has ended (spec,
    // "Operations"): the number of requests that were given up. A second signal ends the process at once.
    std::size_t run();

private:
    awaitable<std::size_t> wait_for_end();
    awaitable<std::vector<check>> ask_health();

    http::server_settings settings_;
    bool ending_ = false;

    metrics::registry hidden_; // the admin server's own requests are not those of the API
    http::router admin_;
    asio::io_context context_{1};
    asio::basic_signal_set<executor> signals_;
    std::unique_ptr<http::server> server_;
    io_threads threads_; // end before the context, which their answers come to
};

} // namespace rinha::pessoas_api
