#pragma once

#include "apps/pessoas_api/health.hpp"
#include "rinha/core/async.hpp"
#include "rinha/metrics/registry.hpp"
#include "rinha/pessoas/repository.hpp"

#include <functional>
#include <memory>

namespace rinha::pessoas_api {

// What one I/O thread has of the store. Its calls belong to that thread.
class store_part
{
public:
    virtual ~store_part() = default;

    virtual pessoas::repository& persons() noexcept = 0;

    virtual check health() const = 0;

    // After the last request: ends what is in flight. Done at `deadline` at the latest.
    virtual awaitable<void> stop(clock::time_point deadline) = 0;
};

// Makes the part of a thread, before the thread runs.
using store = std::function<std::unique_ptr<store_part>(executor thread)>;

} // namespace rinha::pessoas_api
