#pragma once

#include "rinha/core/async.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/use_future.hpp>

#include <chrono>
#include <future>
#include <stdexcept>
#include <utility>

namespace rinha::support {

// An io_context that runs in the thread of the test, while the test waits for something.
class io_loop
{
public:
    executor get_executor() { return context_.get_executor(); }

    template <class T>
    std::future<T> start(awaitable<T> what)
    {
        return asio::co_spawn(context_, std::move(what), asio::use_future);
    }

    template <class T>
    T finish(std::future<T>& what)
    {
        run_until([&what] { return what.wait_for(std::chrono::seconds(0)) == std::future_status::ready; });
        return what.get();
    }

    template <class T>
    T run(awaitable<T> what)
    {
        auto started = start(std::move(what));
        return finish(started);
    }

    // Looks after each event, and each millisecond.
    template <class Condition>
    void run_until(Condition is_met)
    {
        const auto end = clock::now() + std::chrono::minutes(1);
        while (!is_met()) {
            if (clock::now() > end)
                throw std::runtime_error("what the test waits for does not happen");
            context_.restart();
            context_.run_one_for(std::chrono::milliseconds(1));
        }
    }

private:
    asio::io_context context_{1};
};

} // namespace rinha::support
