#include "pg/connection_state.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <new>
#include <utility>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;

// Deadlines and silence are looked at so often, instead of a timer for each statement.
constexpr auto tick = 50ms;

} // namespace

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
        give_up(fmt::format("no answer {} in {} ms", asked_ ? "of a name server" : "to an attempt to connect",
                            settings_.connect_timeout.count()));
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
