#pragma once

#include "apps/pessoas_api/store.hpp"
#include "rinha/core/async.hpp"
#include "rinha/http/router.hpp"
#include "rinha/http/server.hpp"
#include "rinha/metrics/registry.hpp"

#include <memory>
#include <thread>

namespace rinha::pessoas_api {

// A thread that serves the API with connections to the store of its own, and shares nothing with the others.
class io_thread
{
public:
    io_thread(const store& make, int listening, const http::server_settings& settings, metrics::registry& m);

    // Ends the thread, whatever it does; so, after drain() and the store's stop().
    ~io_thread();

    io_thread(const io_thread&) = delete;
    io_thread& operator=(const io_thread&) = delete;

    // Connections end at their own edge (http::server). Whatever else leaves the loop by exception, a bug or the
    // store's lack of memory, ends the process: what the store would do from then on is not known.
    void run();

    executor get_executor() noexcept { return context_.get_executor(); }

    // To be used on the thread itself.
    store_part& store() noexcept { return *store_; }
    http::server& server() noexcept { return server_; }

private:
    asio::io_context context_{1};
    std::unique_ptr<store_part> store_;
    http::router api_;
    http::server server_;
    std::thread thread_;
};

} // namespace rinha::pessoas_api
