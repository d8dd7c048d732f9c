#include "rinha/pg/connection.hpp"

#include "pg/connection_state.hpp"

#include <boost/asio/deferred.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/post.hpp>

#include <random>
#include <utility>

namespace rinha::pg {

connection::connection(const executor& ex, connection_settings settings, std::vector<statement> statements,
                       metrics::registry& m)
    : state_(std::make_shared<state>(ex, std::move(settings), std::move(statements), m))
{
}

connection::~connection() { state_->close(); }

void connection::run() { state_->run(); }

void connection::refuse() noexcept { state_->refuse(); }

awaitable<void> connection::stop(clock::time_point deadline)
{
    const auto self = state_;
    co_await self->stop(deadline);
}

bool connection::is_up() const noexcept { return state_->is_up(); }

bool connection::is_away() const noexcept { return state_->is_away(); }

bool connection::is_unprepared() const noexcept { return state_->is_unprepared(); }

std::chrono::microseconds connection::latency() const noexcept { return state_->latency(); }

std::size_t connection::load() const noexcept { return state_->load(); }

awaitable<result<rows>> connection::execute(const statement& what, params with)
{
    if (is_away())
        co_return errc::unavailable;
    const auto start = [](state::handler who, state* self, const statement* asked, params given) {
        self->start(std::move(who), *asked, std::move(given));
    };
    auto answer = asio::async_initiate<const asio::deferred_t, void(result<rows>)>(start, asio::deferred, state_.get(),
                                                                                   &what, std::move(with));
    co_return co_await std::move(answer);
}

awaitable<bool> connection::wait_up(clock::time_point deadline)
{
    const auto self = state_;
    co_return co_await self->wait_up(deadline);
}

connection::state::state(const executor& ex, connection_settings settings, std::vector<statement> statements,
                         metrics::registry& m)
    : executor_(ex)
    , settings_(std::move(settings))
    , statements_(std::move(statements))
    , meters_(m, settings_.name)
    , queue_({.in_flight = settings_.max_in_flight, .waiting = settings_.max_waiting, .bytes = settings_.max_bytes})
    , socket_(ex)
    , backoff_(settings_.backoff_min, settings_.backoff_max, std::random_device{}())
    , pause_(ex)
    , tick_(ex)
    , to_send_(ex)
    , changed_(ex)
{
}

connection::state::~state() = default;

void connection::state::start(handler who, const statement& what, params with)
{
    if (stopping_ || is_away())
        return complete(std::move(who), errc::unavailable);
    const auto place = queue_.add(what, std::move(with), clock::now() + settings_.statement_deadline);
    if (!place)
        return complete(std::move(who), place.error());

    if (waiters_.size() <= *place)
        waiters_.resize(*place + 1);
    waiter& added = waiters_[*place];
    added.serial = ++serial_;

    auto slot = asio::get_associated_cancellation_slot(who);
    if (slot.is_connected())
        slot.assign([weak = weak_from_this(), place = *place, serial = serial_](asio::cancellation_type) {
            if (const auto self = weak.lock())
                self->cancel(place, serial);
        });
    added.who.swap(who); // the move assignment of Boost 1.81 recurses for ever
    to_send_.notify();
    measure();
}

void connection::state::cancel(pipeline::ticket who, std::uint64_t serial)
{
    waiter& of = waiters_[who];
    if (of.serial != serial || !of.who)
        return;
    queue_.abandon(who);
    tell({.who = who, .what = asio::error::operation_aborted});
    measure();
}

void connection::state::tell(pipeline::answer what)
{
    handler who = std::move(waiters_[what.who].who);
    complete(std::move(who), std::move(what.what));
}

void connection::state::tell(std::vector<pipeline::answer> all)
{
    for (auto& each : all)
        tell(std::move(each));
}

// Not at once: the caller may go on to do anything, and we are in the middle of something.
void connection::state::complete(handler who, result<rows> what)
{
    asio::post(executor_,
               [who = std::move(who), what = std::move(what)]() mutable { std::move(who)(std::move(what)); });
}

void connection::state::measure()
{
    meters_.waiting.set(static_cast<std::int64_t>(queue_.waiting()));
    meters_.in_flight.set(static_cast<std::int64_t>(queue_.in_flight()));
    meters_.bytes.set(static_cast<std::int64_t>(queue_.bytes()));
    meters_.in_use.set(queue_.in_flight() > 0 ? 1 : 0);
    if (stopping_ && load() == 0)
        changed_.notify();
}

awaitable<bool> connection::state::wait_up(clock::time_point deadline)
{
    while (!is_up() && clock::now() < deadline)
        co_await changed_.wait(deadline);
    co_return is_up();
}

awaitable<void> connection::state::stop(clock::time_point deadline)
{
    refuse();
    while (connecting_ && !is_away() && load() > 0 && clock::now() < deadline)
        co_await changed_.wait(deadline);
    close();
    while ((connecting_ || watching_) && clock::now() < deadline)
        co_await changed_.wait(deadline);
}

void connection::state::close()
{
    refuse();
    closing_ = true;
    give_up("closed");
    pause_.cancel();
    tick_.cancel();
}

} // namespace rinha::pg
