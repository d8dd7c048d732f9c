#pragma once

#include "rinha/core/async.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>

#include <utility>
#include <vector>

namespace rinha::pg {

// Something that coroutines of one thread wait for. It has no memory: look at the condition first.
class event
{
public:
    explicit event(executor ex)
        : executor_(std::move(ex))
    {
    }

    // Until the next notify(), or until `deadline`.
    awaitable<void> wait(clock::time_point deadline = clock::time_point::max())
    {
        timer until{executor_, deadline};
        waiting_.push_back(&until);
        co_await until.async_wait(asio::as_tuple(asio::deferred));
        std::erase(waiting_, &until);
    }

    void notify()
    {
        for (timer* each : waiting_)
            each->cancel();
    }

private:
    executor executor_;
    std::vector<timer*> waiting_;
};

} // namespace rinha::pg
