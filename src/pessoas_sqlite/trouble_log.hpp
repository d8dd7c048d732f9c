#pragma once

#include "rinha/core/async.hpp"
#include "rinha/core/result.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>

namespace rinha::pessoas_sqlite {

// Tells the log that something does not work: a warning when it begins, one when the reason is another, at most once a
// second, and a line when it is over. Never one for each request. From any thread.
class trouble_log
{
public:
    // `what` of the file at `path` may fail: "creations". The trouble is over when something works and nothing has
    // failed for the time `quiet`: zero where one outcome holds for all.
    trouble_log(const std::string& path, const std::string& what, std::chrono::milliseconds quiet);

    void failed(const error_code& why);

    void worked()
    {
        if (is_on_.load(std::memory_order_relaxed))
            look_for_end();
    }

private:
    void look_for_end();

    const std::string subject_;
    const std::chrono::milliseconds quiet_;

    std::atomic<bool> is_on_ = false; // written under the lock
    std::mutex mutex_;
    error_code why_; // the last reason that was told
    clock::time_point told_;
    clock::time_point failed_;
};

} // namespace rinha::pessoas_sqlite
