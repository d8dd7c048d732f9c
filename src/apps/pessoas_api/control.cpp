#include "apps/pessoas_api/control.hpp"

#include "apps/pessoas_api/admin.hpp"
#include "apps/pessoas_api/ask_each.hpp"
#include "apps/pessoas_api/notify.hpp"
#include "apps/pessoas_api/signals.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <utility>

namespace rinha::pessoas_api {
namespace {

using namespace std::chrono_literals;

constexpr auto health_patience = 500ms; // a thread that does not answer by then hangs
constexpr auto drain_tolerance = 1s;    // beyond its own deadline
constexpr auto store_patience = 2s;     // to end what the store has in flight

std::vector<executor> executors(const io_threads& threads)
{
    std::vector<executor> all;
    for (const auto& thread : threads)
        all.push_back(thread->get_executor());
    return all;
}

// Each runs on the thread that it asks.

awaitable<check> health_of(io_thread& thread) { co_return thread.store().health(); }

awaitable<bool> stop_store_of(io_thread& thread, clock::time_point deadline)
{
    co_await thread.store().stop(deadline);
    co_return true;
}

// Of the same dependency as each thread sees it: pass or fail where all agree, else warn.
check merge(const std::vector<std::optional<check>>& seen)
{
    check merged{.name = "threads", .status = health::fail, .latency = {}};
    std::size_t passed = 0;
    for (const auto& one : seen) {
        if (!one)
            continue;
        merged.name = one->name;
        passed += one->status == health::pass ? 1 : 0;
        merged.latency = std::max(merged.latency, one->latency);
        merged.advice = std::max(merged.advice, one->advice);
    }
    if (passed > 0)
        merged.status = passed == seen.size() ? health::pass : health::warn;
    return merged;
}

} // namespace

control::control(io_threads threads, const metrics::registry& shown, const http::server_settings& settings)
    : settings_(settings)
    , signals_(context_.get_executor(), SIGTERM, SIGINT)
    , threads_(std::move(threads))
{
    settings_.access_log = false;
    add_admin_routes(admin_, shown, [this] { return ask_health(); });
}

void control::serve_admin(int listening)
{
    server_ = std::make_unique<http::server>(context_.get_executor(), listening, admin_, settings_, hidden_);
    server_->run();
}

std::size_t control::run()
{
    for (const auto& thread : threads_)
        thread->run();
    notify("READY=1");

    std::size_t given_up = 0;
    asio::co_spawn(context_, wait_for_end(), [&](const std::exception_ptr& failed, std::size_t n) {
        context_.stop();
        if (failed)
            std::rethrow_exception(failed);
        given_up = n;
    });
    context_.run();
    return given_up;
}

awaitable<std::vector<check>> control::ask_health()
{
    const auto question = [this](std::size_t i) { return health_of(*threads_[i]); };
    const auto seen = co_await ask_each<check>(executors(threads_), question, clock::now() + health_patience);

    std::vector<check> checks{merge(seen)};
    if (ending_)
        checks.push_back({.name = "shutdown", .status = health::fail, .latency = {}});
    co_return checks;
}

awaitable<std::size_t> control::wait_for_end()
{
    const auto [ec, signal] = co_await signals_.async_wait(asio::as_tuple(asio::deferred));
    signals_.clear();
    end_at_once_on_signals();
    ending_ = true;
    notify("STOPPING=1");
    spdlog::info("{}: ending; what is in flight has {} ms", signal == SIGTERM ? "SIGTERM" : "SIGINT",
                 settings_.drain_deadline.count());

    const auto drain = [this](std::size_t i) { return threads_[i]->server().drain(); };
    const auto drained = co_await ask_each<std::size_t>(executors(threads_), drain,
                                                        clock::now() + settings_.drain_deadline + drain_tolerance);

    const auto by = clock::now() + store_patience;
    const auto stop = [this, by](std::size_t i) { return stop_store_of(*threads_[i], by); };
    co_await ask_each<bool>(executors(threads_), stop, by + drain_tolerance);

    std::size_t given_up = 0;
    for (const auto& n : drained)
        given_up += n.value_or(0);
    co_return given_up;
}

} // namespace rinha::pessoas_api
