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
        run_until([&] { return started.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
        return started.get();
    }

    // Starts all, in order, before any goes on; their ends in the same order.
    template <class T>
    std::vector<T> run_all(std::vector<awaitable<T>> whats)
    {
        std::vector<std::optional<T>> ends(whats.size());
        std::exception_ptr thrown;
        std::size_t running = whats.size();
        for (std::size_t i = 0; i < whats.size(); ++i)
            asio::co_spawn(io_, std::move(whats[i]), [&, i](std::exception_ptr error, T end) {
                thrown = error ? error : thrown;
                ends[i].emplace(std::move(end));
                --running;
            });
        run_until([&] { return running == 0; });
        if (thrown)
            std::rethrow_exception(thrown);

        std::vector<T> all;
        for (auto& each : ends)
            all.push_back(std::move(*each));
        return all;
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
    std::list<asio::cancellation_signal> signals_;
    asio::io_context io_{1};
};

} // namespace rinha::support
