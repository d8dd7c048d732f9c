#include "pg/connection_state.hpp"

#include <boost/asio/co_spawn.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <utility>

namespace rinha::pg {

void connection::state::run()
{
    away_ = false;
    meters_.connections.set(1);
    spawn(keep_connected(), connecting_);
    spawn(watch(), watching_);
}

void connection::state::spawn(awaitable<void> work, bool& running)
{
    running = true;
    asio::co_spawn(executor_, std::move(work), [self = shared_from_this(), &running](const std::exception_ptr& failed) {
        running = false;
        if (failed)
            self->give_up("out of memory");
        self->changed_.notify();
    });
}

awaitable<void> connection::state::keep_connected()
{
    while (!closing_) {
        try {
            co_await connect_and_serve();
        } catch (const std::exception& e) { // out of memory or descriptors
            give_up(e.what());
        }
        while (writing_)
            co_await changed_.wait();
        const auto pause = went_down();
        pause_.expires_after(closing_ ? std::chrono::milliseconds::zero() : pause);
        co_await pause_.async_wait(asio::as_tuple(asio::deferred));
    }
}

awaitable<void> connection::state::connect_and_serve()
{
    trouble_.clear();
    phase_ = phase::connecting;
    attempt_ends_ = clock::now() + settings_.connect_timeout;
    const bool connected = co_await connect();
    if (!connected) {
        unprepared_.store(false, std::memory_order_relaxed);
        co_return;
    }
    const bool prepared = co_await prepare();
    if (!prepared)
        co_return;
    went_up();
    spawn(write(), writing_);
    co_await read();
}

awaitable<void> connection::state::write()
{
    while (trouble_.empty()) {
        bool wrote = false;
        const auto now = clock::now();
        while (const auto step = queue_.next(now)) {
            wrote = step->what ? wire_->send(*step->what, *step->with) : wire_->sync();
            if (!wrote) {
                give_up(wire_->why());
                co_return;
            }
        }
        if (!wrote) {
            co_await to_send_.wait();
            continue;
        }
        measure();
        const bool flushed = co_await flush();
        if (!flushed)
            co_return;
        // libpq reads where it can't write: nothing would tell of these replies. And more may be to be sent by now.
        take_replies();
        measure();
    }
}

awaitable<void> connection::state::read()
{
    for (;;) {
        const bool readable = co_await ready(wait_type::wait_read);
        if (!readable)
            co_return;
        const bool received = wire_->receive();
        heard(clock::now());
        take_replies();
        if (!received)
            give_up(wire_->why());
        measure();
        if (queue_.waiting() > 0)
            to_send_.notify();
    }
}

void connection::state::take_replies()
{
    using kind = wire::reply::kind;
    const auto now = clock::now();
    while (auto reply = wire_->next()) {
        heard(now);
        const bool in_step =
            queue_.is_owed() && (reply->what == kind::answer || (reply->what == kind::synced) == queue_.expects_sync());
        if (!in_step)
            return give_up("the server's answers are out of step");

        const auto round_trip = now - queue_.oldest_sent();
        std::optional<pipeline::answer> told;
        switch (reply->what) {
        case kind::answer:
            if (reply->answer.has_error())
                log_failure(now, reply->message);
            told = queue_.answered(std::move(reply->answer));
            break;
        case kind::skipped:
            queue_.aborted();
            break;
        case kind::synced:
            told = queue_.synced();
            break;
        }
        latency_.store(std::chrono::duration_cast<std::chrono::microseconds>(round_trip), std::memory_order_relaxed);
        if (told) {
            meters_.round_trip.observe(std::chrono::duration<double>(round_trip).count());
            tell(std::move(*told));
        }
    }
    if (wire_->is_broken())
        give_up(wire_->why());
}

awaitable<bool> connection::state::flush()
{
    for (;;) {
        switch (wire_->flush()) {
        case wire::progress::done:
            co_return true;
        case wire::progress::failed:
            give_up(wire_->why());
            co_return false;
        default:
            break;
        }
        const bool writable = co_await ready(wait_type::wait_write);
        if (!writable)
            co_return false;
    }
}

awaitable<bool> connection::state::ready(wait_type what)
{
    // libpq closes the socket when it finds it broken: nothing would ever come of waiting for it.
    if (!trouble_.empty())
        co_return false;
    const auto [ec] = co_await socket_.async_wait(what, asio::as_tuple(asio::deferred));
    if (ec)
        give_up(ec.message());
    const bool go_on = trouble_.empty();
    co_return go_on;
}

void connection::state::give_up(std::string why)
{
    if (trouble_.empty())
        trouble_ = why.empty() ? "connection lost" : std::move(why);
    error_code ignored;
    socket_.cancel(ignored);
    if (asked_)
        asked_->cancel();
    to_send_.notify();
    changed_.notify();
}

} // namespace rinha::pg
