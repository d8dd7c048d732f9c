#pragma once

#include "pessoas_pg/new_person.hpp"
#include "pessoas_pg/writer_metrics.hpp"
#include "rinha/core/async.hpp"
#include "rinha/core/batcher.hpp"
#include "rinha/core/flush_policy.hpp"
#include "rinha/pessoas_pg/settings.hpp"
#include "rinha/pg/connection.hpp"

#include <memory>
#include <unordered_map>

namespace rinha::pessoas_pg {

// Group commit: callers put persons into a batcher, one coroutine flushes it over one connection. Held by a shared_ptr,
// of which that coroutine keeps one while it runs.
class writer : public std::enable_shared_from_this<writer>
{
public:
    writer(executor ex, const settings& options, metrics::registry& m);

    void run();
    awaitable<void> stop(clock::time_point deadline); // persons that wait are still stored
    void close();                                     // they are not; nobody may be waiting for an answer

    bool is_up() const noexcept { return connection_->is_up(); }
    bool lacks_schema() const noexcept { return connection_->is_unprepared(); }
    bool lacks_rights() const noexcept { return lacks_rights_; }
    bool is_read_only() const noexcept { return is_read_only_; }
    std::chrono::microseconds latency() const noexcept { return connection_->latency(); }

    // Done when the person is durable. pessoas::errc::apelido_taken, or a store_errc.
    awaitable<error_code> store(new_person row);

private:
    using rows = batcher<new_person>;
    struct caller;

    awaitable<void> check_fitness_while_running();
    awaitable<void> flush_while_running();
    awaitable<void> flush();
    awaitable<void> pause();
    awaitable<result<std::vector<bool>>> execute(const batch& out);
    bool settle_failed(error_code reason);
    void answer(const std::vector<rows::answer>& answers);

    executor executor_;
    std::chrono::milliseconds deadline_;
    std::unique_ptr<pg::connection> connection_; // nothing after close()
    rows batcher_;
    flush_policy policy_;
    timer waiting_; // of the coroutine that flushes: until a flush is due, which new rows may hasten
    timer pausing_; // of the same: before a batch is sent again, which nothing hastens
    timer between_checks_;
    timer stopped_; // never expires; cancelled when that coroutine has ended
    bool is_running_ = false;
    bool is_stopping_ = false;
    bool lacks_rights_ = false;
    bool is_read_only_ = false;
    std::unordered_map<rows::ticket, caller*> callers_;
    writer_metrics metrics_;
};

} // namespace rinha::pessoas_pg
