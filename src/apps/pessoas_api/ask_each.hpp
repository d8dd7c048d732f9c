#pragma once

#include "rinha/core/async.hpp"

#include <boost/asio/bind_executor.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace rinha::pessoas_api {

// Runs `question` on each of several I/O threads at the same time, and waits, on the caller's thread, until all have
// answered or until `deadline`. An answer that is late, or is an exception, stays empty. What is late goes on by
// itself: cancelling it from another thread is not possible.
template <class T>
awaitable<std::vector<std::optional<T>>> ask_each(std::vector<executor> threads,
                                                  std::function<awaitable<T>(std::size_t thread)> question,
                                                  clock::time_point deadline)
{
    // Touched by the caller's thread alone, also by answers that come after it has left.
    struct collected
    {
        collected(const executor& here, std::size_t n)
            : all_in(here)
            , answers(n)
            , missing(n)
        {
        }

        timer all_in;
        std::vector<std::optional<T>> answers;
        std::size_t missing;
    };

    const executor here = co_await asio::this_coro::executor;
    const auto into = std::make_shared<collected>(here, threads.size());
    into->all_in.expires_at(deadline);

    for (std::size_t i = 0; i < threads.size(); ++i) {
        auto take = [into, i](const std::exception_ptr& failed, T answer) {
            if (!failed)
                into->answers[i] = std::move(answer);
            if (--into->missing == 0)
                into->all_in.cancel();
        };
        asio::co_spawn(threads[i], question(i), asio::bind_executor(here, std::move(take)));
    }

    boost::system::error_code ignored;
    if (into->missing > 0)
        co_await into->all_in.async_wait(asio::redirect_error(asio::use_awaitable_t<executor>{}, ignored));
    co_return into->answers;
}

} // namespace rinha::pessoas_api
