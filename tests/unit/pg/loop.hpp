#pragma once

#include "support/loop.hpp"

#include <chrono>
#include <cstddef>
#include <future>
#include <optional>
#include <utility>
#include <vector>

namespace rinha::pg {

// A loop that also runs coroutines in the background, and those whose results have no default.
class loop : public support::loop
{
public:
    using support::loop::run;

    template <class T>
    T run(awaitable<T> work)
    {
        std::optional<T> out;
        run(keep(std::move(work), out));
        return std::move(*out);
    }

    // All at the same time; their results in the order of the arguments.
    template <class T>
    std::vector<T> run_all(std::vector<awaitable<T>> works)
    {
        std::vector<std::optional<T>> out(works.size());
        for (std::size_t i = 0; i < works.size(); ++i)
            begin(keep(std::move(works[i]), out[i]));
        wait();
        std::vector<T> values;
        values.reserve(out.size());
        for (auto& each : out)
            values.push_back(std::move(*each));
        return values;
    }

    // Goes on while anything is waited for.
    void begin(awaitable<void> work) { begun_.push_back(start(std::move(work))); }

    // Until all that was begun is done.
    void wait()
    {
        for (auto& each : std::exchange(begun_, {}))
            finish(each);
    }

    // Runs the next thing that happens, if it does within a few milliseconds.
    void turn()
    {
        context().restart();
        context().run_one_for(std::chrono::milliseconds{5});
    }

private:
    template <class T>
    static awaitable<void> keep(awaitable<T> work, std::optional<T>& out)
    {
        T value = co_await std::move(work);
        out.emplace(std::move(value));
    }

    std::vector<std::future<void>> begun_;
};

} // namespace rinha::pg
