#pragma once

#include "rinha/core/async.hpp"

#include <memory>
#include <mutex>
#include <vector>

namespace rinha::pessoas_sqlite {

class mailbox;

// A coroutine's call to another thread. The coroutine sleeps; the other thread, which holds the call as well, writes
// its answer into it and wakes the coroutine. When the coroutine is gone, waking it does nothing.
class call : public std::enable_shared_from_this<call>
{
public:
    explicit call(std::shared_ptr<mailbox> home) noexcept
        : home_(std::move(home))
    {
    }

    virtual ~call() = default;
    call(const call&) = delete;
    call& operator=(const call&) = delete;

    // Returns when the call was answered, at `until`, or when the coroutine is cancelled. On the I/O thread. The caller
    // holds the call.
    awaitable<void> sleep(clock::time_point until);

    // From any thread, once. What was written before is seen by the coroutine if it finds the call answered. For want
    // of memory it may be woken later, at its deadline at the latest.
    void wake() noexcept;

    // On the I/O thread.
    bool is_answered() const noexcept { return is_answered_; }

private:
    friend class mailbox;

    void arrive() noexcept;

    std::shared_ptr<mailbox> home_;
    timer* alarm_ = nullptr; // of the coroutine that sleeps
    bool is_answered_ = false;
};

// Where other threads leave the answered calls of one I/O thread, which it collects all together.
class mailbox : public std::enable_shared_from_this<mailbox>
{
public:
    explicit mailbox(executor ex)
        : executor_(std::move(ex))
    {
    }

    // From any thread. Nothing happens when it is closed.
    void put(std::shared_ptr<call> answered);

    // The executor is not used any more when this returns.
    void close();

    const executor& home() const noexcept { return executor_; }

private:
    void collect();

    executor executor_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<call>> answered_;
    bool is_collecting_ = false; // collect() is on its way
    bool is_open_ = true;
};

} // namespace rinha::pessoas_sqlite
