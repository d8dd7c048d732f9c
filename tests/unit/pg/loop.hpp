#pragma once

#include "rinha/core/async.hpp"

#include <boost/asio/co_spawn.hpp>

#include <chrono>
#include <cstddef>
#include <exception>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace rinha::pg {

// An io_context that runs coroutines until they are done. Throws where that takes more than 30 s.
class loop
{
public:
    executor get_executor() { return context_.get_executor(); }

    template <class T>
    T run(awaitable<T> work)
    {
        std::optional<T> out;
        finish(keep(std::move(work), out));
        return std::move(*out);
    }

    void run(awaitable<void> work) { finish(std::move(work)); }

    // All at the same time; their results in the order of the arguments.
    template <class T>
    std::vector<T> run_all(std::vector<awaitable<T>> works)
    {
        std::vector<std::optional<T>> out(works.size());
        for (std::size_t i = 0; i < works.size(); ++i)
            start(keep(std::move(works[i]), out[i]));
        wait();
        std::vector<T> values;
        values.reserve(out.size());
        for (auto& each : out)
            values.push_back(std::move(*each));
        return values;
    }

    // In the background, until wait().
    void start(awaitable<void> work)
    {
        ++running_;
        spawn(std::move(work), [this] { --running_; });
    }

    // Until all that was started is done.
    void wait()
    {
        turn_until([this] { return running_ == 0; });
    }

    // Until something holds.
    template <class Condition>
    void turn_until(Condition holds)
    {
        const auto deadline = clock::now() + std::chrono::seconds{30};
        context_.restart();
        while (!holds())
            if (context_.run_one_until(deadline) == 0 || clock::now() > deadline)
                throw std::runtime_error("what is waited for does not come");
        if (failure_)
            std::rethrow_exception(std::exchange(failure_, nullptr));
    }

    // Runs the next thing that happens, if it does within a few milliseconds.
    void turn()
    {
        context_.restart();
        context_.run_one_for(std::chrono::milliseconds{5});
    }

private:
    template <class T>
    static awaitable<void> keep(awaitable<T> work, std::optional<T>& out)
    {
        T value = co_await std::move(work);
        out.emplace(std::move(value));
    }

    void finish(awaitable<void> work)
    {
        bool done = false;
        spawn(std::move(work), [&done] { done = true; });
        turn_until([&done] { return done; });
    }

    template <class Done>
    void spawn(awaitable<void> work, Done done)
    {
        asio::co_spawn(context_, std::move(work), [this, done](const std::exception_ptr& failure) {
            if (failure)
                failure_ = failure;
            done();
        });
    }

    asio::io_context context_{1};
    int running_ = 0;
    std::exception_ptr failure_;
};

} // namespace rinha::pg
