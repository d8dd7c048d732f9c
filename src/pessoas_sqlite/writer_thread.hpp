#pragma once

#include "pessoas_sqlite/creation_queue.hpp"
#include "pessoas_sqlite/person_writer.hpp"
#include "pessoas_sqlite/trouble_log.hpp"
#include "rinha/metrics/registry.hpp"

#include <atomic>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

namespace rinha::pessoas_sqlite {

// The thread that creates persons: one transaction a batch.
class writer_thread
{
public:
    writer_thread(const store_settings& settings, person_writer writer, metrics::registry& m);
    ~writer_thread() { stop(); }
    writer_thread(const writer_thread&) = delete;
    writer_thread& operator=(const writer_thread&) = delete;

    creation_queue& queue() noexcept { return queue_; }

    // Creates what is in the queue, which it closes, and closes the file. Blocks.
    void stop();

    // Grows when the file at the path may be another one than before.
    const std::atomic<std::uint64_t>& doubts() const noexcept { return doubts_; }

    bool is_up() const noexcept { return is_up_.load(std::memory_order_relaxed); }

    std::chrono::microseconds latency() const noexcept { return latency_.load(std::memory_order_relaxed); }

private:
    // How far a flush has come.
    enum class stage
    {
        begun,
        taken, // without effect until it is committed
        committing,
        answered,
    };

    void run();
    void flush();
    void give_up(const error_code& why);
    void check();
    void look();
    void probe();
    result<sqlite::transaction> begin();
    person_writer& writer(); // after begin() has succeeded, until something fails; so, while is_up()
    result<void> insert(const std::vector<creation*>& batch);
    void tidy();
    void took(std::chrono::microseconds time);
    void went_well(clock::time_point began);
    void went_wrong(const error_code& why);

    const store_settings settings_;
    creation_queue queue_;
    std::atomic<bool> is_up_ = true;
    std::atomic<bool> is_stopping_ = false;
    std::atomic<std::uint64_t> doubts_ = 0;
    std::atomic<std::chrono::microseconds> latency_{};
    metrics::histogram& batch_rows_;
    metrics::histogram& flush_seconds_;

    // The thread's own.
    trouble_log creations_;
    trouble_log checkpoints_;
    std::optional<person_writer> writer_; // nothing: the file could not be opened again
    bool is_lost_ = false;                // the connection may be of no use
    stage stage_ = stage::answered;
    clock::time_point check_at_{}; // at once, then after each transaction and check

    std::thread thread_; // last: it uses all the others
};

} // namespace rinha::pessoas_sqlite
