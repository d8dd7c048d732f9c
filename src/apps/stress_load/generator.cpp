#include "apps/stress_load/generator.hpp"

#include "apps/stress_load/user.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>

#include <chrono>
#include <exception>
#include <utility>

namespace rinha::stress_load {

// NOLINTNEXTLINE(bugprone-random-generator-seed): the same pauses in each run are what is wanted
generator::generator(target& of, tally& counted, lines payloads, lines terms)
    : of_(of)
    , counted_(counted)
    , payloads_(std::move(payloads))
    , terms_(std::move(terms))
    , next_(of.on)
{
}

awaitable<void> generator::run(arrivals who)
{
    began_ = last_left_ = clock::now();
    while (const auto user = who.next()) {
        const auto due = began_ + user->at;
        if (clock::now() < due) {
            next_.expires_at(due);
            co_await next_.async_wait(asio::as_tuple(asio::deferred));
        }
        if (is_stopped_)
            co_return;
        counted_.add_delay(clock::now() - due);
        begin(user->what, due);
    }
    is_stopped_ = have_all_come_ = true;
}

void generator::stop()
{
    is_stopped_ = true;
    next_.cancel();
}

void generator::begin(purpose what, clock::time_point due)
{
    ++users_;
    asio::co_spawn(of_.on, user(what, due), [this](const std::exception_ptr& thrown) {
        --users_;
        last_left_ = clock::now();
        if (thrown)
            std::rethrow_exception(thrown);
    });
}

awaitable<void> generator::user(purpose what, clock::time_point due)
{
    switch (what) {
    case purpose::creation:
        return create(of_, counted_, due, payloads_.next(),
                      std::chrono::milliseconds(std::uniform_int_distribution(1, 30)(random_)));
    case purpose::search:
        return search(of_, counted_, due, percent_encoded(terms_.next()));
    case purpose::invalid_search:
        break;
    }
    return search_for_nothing(of_, counted_, due);
}

awaitable<void> generator::report(clock::duration every, reporter to)
{
    const auto began = clock::now();
    timer next(of_.on);
    for (std::uint64_t number = 1; !has_ended(); ++number) {
        next.expires_at(began + number * every);
        co_await next.async_wait(asio::deferred);
        give_up(of_.waiters, clock::now());
        interval gone{.number = number, .users = users_, .latencies = counted_.take_recent()};
        to(std::move(gone));
    }
}

} // namespace rinha::stress_load
