#pragma once

#include "rinha/core/async.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <future>
#include <list>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rinha::support {

// An I/O thread's loop, run by the test itself and only while it waits for something.
class loop
{
public:
    rinha::executor executor() { return io_.get_executor(); }

    asio::io_context& context() noexcept { return io_; }

    // Runs it to its end. An exception of the coroutine comes out here.
    template <class T>
    T run(awaitable<T> what)
    {
        std::vector<awaitable<T>> one;
        one.push_back(std::move(what));
        return std::move(run_all(std::move(one)).front());
    }

    void run(awaitable<void> what)
    {
        auto started = start(std::move(what));
        finish(started);
    }

    // Starts it, to be finished later. It goes on while anything is waited for.
    template <class T>
    std::future<T> start(awaitable<T> what)
    {
        return asio::co_spawn(io_, std::move(what), asio::use_future);
    }

    template <class T>
    T finish(std::future<T>& started)
    {
        run_until([&] { return is_ready(started); });
        return started.get();
    }

    // Starts all, in order, before any goes on; their ends in the same order.
    template <class T>
    std::vector<T> run_all(std::vector<awaitable<T>> whats)
    {
        std::vector<std::optional<T>> ends(whats.size());
        std::vector<std::future<void>> started;
        for (std::size_t i = 0; i < whats.size(); ++i)
            started.push_back(start(keep(std::move(whats[i]), ends[i])));
        for (auto& each : started)
            run_until([&] { return is_ready(each); });
        std::vector<T> all;
        for (std::size_t i = 0; i < ends.size(); ++i) {
            started[i].get();
            all.push_back(std::move(*ends[i]));
        }
        return all;
    }

    // Goes on while anything is waited for, until wait() at the latest.
    void begin(awaitable<void> what) { begun_.push_back(start(std::move(what))); }

    // Until all that was begun is done.
    void wait()
    {
        for (auto& each : std::exchange(begun_, {}))
            finish(each);
    }

    // Runs the next thing that happens, if it does within a few milliseconds.
    void turn()
    {
        io_.restart();
        io_.run_one_for(std::chrono::milliseconds(5));
    }

    // Starts it, cancels it where it waits first, and runs it to its end, whichever that is.
    template <class T>
    void run_cancelled(awaitable<T> what)
    {
        auto& cancel = signals_.emplace_back(); // co_spawn's part in it may come after the end
        bool has_ended = false;
        asio::co_spawn(io_, std::move(what),
                       asio::bind_cancellation_slot(cancel.slot(), [&](std::exception_ptr, T) { has_ended = true; }));
        io_.restart();
        io_.poll_one();
        cancel.emit(asio::cancellation_type::terminal);
        run_until([&] { return has_ended; });
    }

    template <class Condition>
    void run_until(Condition is_met)
    {
        const auto give_up = clock::now() + std::chrono::seconds(60);
        while (!is_met()) {
            io_.restart();
            io_.run_one_until(give_up);
            if (clock::now() >= give_up)
                throw std::runtime_error("waited for 60 s in vain");
        }
    }

private:
    template <class T>
    static bool is_ready(const std::future<T>& started)
    {
        return started.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    }

    // co_spawn wants results that have a default: not all have.
    template <class T>
    static awaitable<void> keep(awaitable<T> what, std::optional<T>& end)
    {
        T value = co_await std::move(what);
        end.emplace(std::move(value));
    }

    std::vector<std::future<void>> begun_;
    std::list<asio::cancellation_signal> signals_;
    asio::io_context io_{1};
};

} // namespace rinha::support
