#pragma once

#include "pg/backoff.hpp"
#include "pg/event.hpp"
#include "pg/hosts.hpp"
#include "pg/meters.hpp"
#include "pg/name_query.hpp"
#include "pg/pipeline.hpp"
#include "pg/wire.hpp"
#include "rinha/pg/connection.hpp"

#include <boost/asio/any_completion_handler.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace rinha::pg {

// The coroutines of a connection, and what they share with its callers. They keep it alive.
class connection::state : public std::enable_shared_from_this<state>
{
public:
    using handler = asio::any_completion_handler<void(result<rows>)>;

    state(const executor& ex, connection_settings settings, std::vector<statement> statements, metrics::registry& m);
    ~state();
    state(const state&) = delete;
    state& operator=(const state&) = delete;

    void run();
    void refuse() noexcept { stopping_ = true; }
    awaitable<void> stop(clock::time_point deadline);
    void close();
    awaitable<bool> wait_up(clock::time_point deadline);

    // Answers `who` exactly once, later.
    void start(handler who, const statement& what, params with);

    bool is_up() const noexcept { return up_.load(std::memory_order_relaxed); }
    bool is_away() const noexcept { return away_; }
    bool is_unprepared() const noexcept { return unprepared_.load(std::memory_order_relaxed); }
    std::chrono::microseconds latency() const noexcept { return latency_.load(std::memory_order_relaxed); }
    std::size_t load() const noexcept { return queue_.load(); }

private:
    using wait_type = asio::posix::descriptor_base::wait_type;

    enum class phase
    {
        closed,
        connecting,
        serving,
    };

    struct waiter
    {
        std::uint64_t serial = 0; // tickets are used again
        handler who;              // none when it is answered
    };

    // Runs a member's coroutine, keeping this alive, and tells when it runs.
    void spawn(awaitable<void> work, bool& running);

    awaitable<void> keep_connected();
    awaitable<void> connect_and_serve();
    awaitable<bool> find_hosts(); // sets hosts_
    awaitable<bool> connect();
    void follow_socket(); // throws where descriptors are out
    awaitable<bool> prepare();
    void refused(const wire::reply& error, bool is_of_setting); // while it prepares
    awaitable<void> write();
    awaitable<void> read();
    awaitable<void> watch();

    awaitable<bool> ready(wait_type what);
    awaitable<bool> flush();
    void take_replies();
    void look_for_life(clock::time_point now);

    void give_up(std::string why);
    void went_up();
    std::chrono::milliseconds went_down(); // how long to pause before the next attempt
    void heard(clock::time_point now);
    void set_up(bool up, const std::string& why);

    void cancel(pipeline::ticket who, std::uint64_t serial);
    void tell(pipeline::answer what);
    void tell(std::vector<pipeline::answer> all);
    void complete(handler who, result<rows> what);
    void log_failure(clock::time_point now, const std::string& message);
    void measure(); // whenever the load may have changed; stop() waits for its end

    executor executor_;
    connection_settings settings_;
    std::vector<statement> statements_;
    meters meters_;

    pipeline queue_;
    std::deque<waiter> waiters_; // by ticket
    std::uint64_t serial_ = 0;

    std::unique_ptr<name_query> asked_; // until an attempt to connect takes the answer
    host_lists hosts_;                  // to connect to in place of the conninfo's

    std::unique_ptr<wire> wire_;

    // A duplicate of the wire's. libpq closes its own when it likes, and the next who opens anything gets its number:
    // had it been registered, taking it back would end that one's notifications.
    asio::posix::basic_stream_descriptor<executor> socket_;

    phase phase_ = phase::closed;
    std::string trouble_; // why the connection is to be given up; empty while it is not
    clock::time_point attempt_ends_;
    clock::time_point heard_;
    clock::time_point served_since_;
    backoff backoff_;

    timer pause_;
    timer tick_;
    event to_send_;
    event changed_;

    bool connecting_ = false; // which coroutines run
    bool watching_ = false;
    bool writing_ = false;
    bool stopping_ = false; // no more statements
    bool closing_ = false;
    bool away_ = true;
    std::atomic<bool> up_{false};
    std::atomic<bool> unprepared_{false};
    std::atomic<std::chrono::microseconds> latency_{std::chrono::microseconds{0}};

    std::string logged_; // the last state that was
    clock::time_point failure_logged_;
    std::uint64_t failures_not_logged_ = 0;
};

} // namespace rinha::pg
