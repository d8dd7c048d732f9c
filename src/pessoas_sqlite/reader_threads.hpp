#pragma once

#include "pessoas_sqlite/person_reader.hpp"
#include "pessoas_sqlite/question.hpp"
#include "pessoas_sqlite/trouble_log.hpp"
#include "rinha/metrics/registry.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace rinha::pessoas_sqlite {

enum class effort
{
    small, // a find or a count: microseconds
    large, // a search: it may take milliseconds
};

// Threads that read, each with a connection of its own. Small questions go before large ones; of several threads one
// is kept free of large ones. They begin nothing while the answers that nobody has taken yet are too many: an I/O
// thread that is busy with writing answers does not find hundreds more of 3 MB when it comes back.
class reader_threads
{
public:
    // Bytes. The answers that are being read when it is reached come on top of it.
    static constexpr std::size_t max_unclaimed = std::size_t{16} * 1024 * 1024;

    // `doubts` grows when the file at the path may be another one than before.
    reader_threads(const store_settings& settings, std::vector<person_reader> readers,
                   const std::atomic<std::uint64_t>& doubts, metrics::registry& m);
    ~reader_threads() { stop(); }
    reader_threads(const reader_threads&) = delete;
    reader_threads& operator=(const reader_threads&) = delete;

    // From any thread. Nothing, and the question will be answered and woken; or why it is refused at once.
    std::optional<store_errc> add(std::shared_ptr<question_base> what, effort takes);

    // Answers what was added, whether it is taken or not, refuses what is added from now on, and closes the
    // connections. Blocks.
    void stop();

private:
    struct job
    {
        std::shared_ptr<question_base> what; // null: stopped, and nothing is left
        effort takes = effort::small;
    };

    // A thread's own.
    struct connection
    {
        std::optional<person_reader> reader; // nothing: it was of no use, and is to be opened again
        std::uint64_t doubts = 0;            // those that were known when the file was last looked for
        clock::time_point looked{};
    };

    void run(person_reader first);
    job next();
    void begin_again();
    void done(effort took);
    void answer(connection& by, question_base& what);
    error_code ask(connection& by, question_base& what);
    bool has_moved(connection& by) const;

    const store_settings settings_;
    const std::size_t most_large_; // at a time
    const std::atomic<std::uint64_t>& doubts_;
    trouble_log reads_;

    std::mutex mutex_;
    std::condition_variable changed_;
    unclaimed_bytes unclaimed_{max_unclaimed, [this] { begin_again(); }};
    std::deque<std::shared_ptr<question_base>> small_;
    std::deque<std::shared_ptr<question_base>> large_;
    std::size_t large_running_ = 0;
    bool is_stopping_ = false;

    metrics::gauge& waiting_; // written under the lock
    std::vector<std::thread> threads_;
};

} // namespace rinha::pessoas_sqlite
