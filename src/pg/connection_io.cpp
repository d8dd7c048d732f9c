#include "pg/connection_state.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <exception>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;

// Deadlines and silence are looked at so often, instead of a timer for each statement.
constexpr auto tick = 50ms;

std::string milliseconds(clock::duration value)
{
    return fmt::format("{} ms", std::chrono::duration_cast<std::chrono::milliseconds>(value).count());
}

} // namespace

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
        pause_.expires_after(closing_ ? 0ms : pause);
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

awaitable<bool> connection::state::connect()
{
    using progress = wire::progress;
    const bool found = co_await find_hosts();
    if (!found)
        co_return false;
    attempt_ends_ = clock::now() + settings_.connect_timeout;
    wire_ = std::make_unique<wire>(settings_.conninfo, hosts_);
    auto next = wire_->is_broken() ? progress::failed : progress::writing;
    while (next == progress::reading || next == progress::writing) {
        follow_socket(); // libpq may take another one at each step
        const bool go_on = co_await ready(next == progress::reading ? wait_type::wait_read : wait_type::wait_write);
        if (!go_on)
            co_return false;
        next = wire_->connect();
    }
    if (next == progress::failed) {
        give_up(wire_->why());
        co_return false;
    }
    follow_socket();
    co_return true;
}

void connection::state::follow_socket()
{
    error_code failed;
    socket_.close(failed);
    const int own = ::fcntl(wire_->socket(), F_DUPFD_CLOEXEC, 0);
    socket_.assign(own, failed);
    if (!failed)
        return;
    if (own >= 0)
        ::close(own);
    throw boost::system::system_error(failed);
}

awaitable<bool> connection::state::prepare()
{
    bool written = wire_->set("statement_timeout", milliseconds(settings_.statement_deadline * 9 / 10));
    for (const auto& [name, value] : settings_.session)
        written = written && wire_->set(name, value);
    for (const statement& each : statements_)
        written = written && wire_->prepare(each);
    written = written && wire_->sync();
    if (!written) {
        give_up(wire_->why());
        co_return false;
    }
    const bool flushed = co_await flush();
    if (!flushed)
        co_return false;

    for (bool received = true;; received = wire_->receive()) {
        while (const auto reply = wire_->next()) {
            if (reply->what == wire::reply::kind::synced) {
                const bool went_well = trouble_.empty();
                co_return went_well;
            }
            if (reply->what == wire::reply::kind::answer && reply->answer.has_error())
                refused(*reply);
        }
        if (!received || wire_->is_broken()) {
            give_up(wire_->why());
            co_return false;
        }
        const bool readable = co_await ready(wait_type::wait_read);
        if (!readable)
            co_return false;
    }
}

void connection::state::refused(const wire::reply& error)
{
    unprepared_.store(error.misses_name, std::memory_order_relaxed);
    const std::string_view advice = error.misses_name ? settings_.advice_if_unprepared : std::string_view{};
    give_up(fmt::format("can't prepare: {}{}{}", error.message, advice.empty() ? "" : "; ", advice));
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

awaitable<void> connection::state::watch()
{
    auto last = clock::now();
    while (!closing_) {
        tick_.expires_after(tick);
        co_await tick_.async_wait(asio::as_tuple(asio::deferred));
        const auto now = clock::now();
        // After a pause of our own there may be answers that nobody has read yet.
        const bool was_busy = now - std::exchange(last, now) > 4 * tick;
        try {
            tell(queue_.expire(now + tick)); // the next look would be too late
            if (!was_busy)
                look_for_life(now);
        } catch (const std::bad_alloc& e) {
            give_up(e.what());
        }
        measure();
    }
    meters_.connections.set(0);
}

void connection::state::look_for_life(clock::time_point now)
{
    if (phase_ == phase::connecting && now >= attempt_ends_)
        give_up(fmt::format("no answer {} in {}", asked_ ? "of a name server" : "to an attempt to connect",
                            milliseconds(settings_.connect_timeout)));
    if (phase_ != phase::serving)
        return;

    const auto silence = now - (queue_.is_owed() ? std::max(heard_, queue_.oldest_sent()) : heard_);
    if (!queue_.is_owed() && silence >= settings_.ping_interval) {
        queue_.ping();
        to_send_.notify();
    } else if (queue_.is_owed() && silence >= settings_.silence) {
        set_up(false, "no sign of life");
        // A statement that somebody waits for may just be slow, and others wait behind it: their deadlines decide. The
        // answer to a ping is never slow.
        const bool is_slow = queue_.oldest() && queue_.is_awaited() && silence < settings_.statement_deadline;
        if (is_slow)
            return;
        away_ = true;
        give_up("no sign of life");
    }
}

void connection::state::heard(clock::time_point now)
{
    heard_ = now;
    away_ = false;
    if (!is_up())
        set_up(true, {});
}

void connection::state::went_up()
{
    phase_ = phase::serving;
    unprepared_.store(false, std::memory_order_relaxed);
    served_since_ = clock::now();
    heard(served_since_);
}

std::chrono::milliseconds connection::state::went_down()
{
    const bool served = std::exchange(phase_, phase::closed) == phase::serving;
    wire_.reset();
    error_code ignored;
    socket_.close(ignored);

    tell(queue_.lose());
    if (!served || closing_ || is_away()) {
        away_ = true;
        tell(queue_.refuse_waiting(errc::unavailable));
    }
    set_up(false, trouble_);
    measure();
    if (!served)
        return backoff_.next();
    meters_.reconnects.add();
    const bool was_stable = clock::now() - served_since_ >= settings_.backoff_max;
    if (!was_stable)
        return backoff_.next();
    backoff_.reset();
    return 0ms;
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

void connection::state::set_up(bool up, const std::string& why)
{
    up_.store(up, std::memory_order_relaxed);
    meters_.up.set(up ? 1 : 0);
    changed_.notify();
    const std::string text = closing_ ? "closed" : up ? "up" : "away: " + why;
    if (std::exchange(logged_, text) == text)
        return;
    spdlog::log(up || closing_ ? spdlog::level::info : spdlog::level::warn, "pg {}: {}", settings_.name, text);
}

void connection::state::log_failure(clock::time_point now, const std::string& message)
{
    if (now - failure_logged_ < 1s) {
        ++failures_not_logged_;
        return;
    }
    const statement* what = queue_.oldest();
    const auto others = std::exchange(failures_not_logged_, 0);
    spdlog::warn("pg {}: statement {}: {}{}", settings_.name, what ? what->name : "", message,
                 others ? fmt::format(" ({} failures before it were not logged)", others) : "");
    failure_logged_ = now;
}

} // namespace rinha::pg
