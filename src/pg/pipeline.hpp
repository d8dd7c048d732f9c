#pragma once

#include "rinha/core/async.hpp"
#include "rinha/core/result.hpp"
#include "rinha/pg/error.hpp"
#include "rinha/pg/params.hpp"
#include "rinha/pg/rows.hpp"
#include "rinha/pg/statement.hpp"

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace rinha::pg {

struct pipeline_limits
{
    std::size_t in_flight = 64;
    std::size_t waiting = 1'024;
    std::size_t bytes = 16 * 1024 * 1024; // of the parameters of all that are not gone; a statement alone may have more
};

// The statements of one connection between execute() and their answers: a queue without I/O, clock or thread.
//
//     add ──► waiting ──next──► sent ──answered, synced──► gone
//                ▲                │
//                └─ aborted, lose ┘
//
// The server answers in the order of sending. What lies between two Syncs is one transaction to it, so read-only
// statements that wait together share a Sync, and a writing one has its own; it has happened, and is answered, when the
// Sync is answered, for that is the commit. After an error the server skips all up to the Sync: those are sent again.
//
// Whoever gives up a sent statement, or is too late, leaves it abandoned: its answer is still owed, and is swallowed.
class pipeline
{
public:
    using ticket = std::size_t; // names a statement from add() to its answer, and another one later

    struct answer
    {
        ticket who;
        result<rows> what;
    };

    // What to write next: a statement, or a Sync where there is none.
    struct step
    {
        const statement* what;
        const params* with; // valid until the next call
    };

    explicit pipeline(pipeline_limits limits = {})
        : limits_(limits)
    {
    }

    // errc::overloaded where too many wait, or all would have too many bytes.
    result<ticket> add(const statement& what, params with, clock::time_point deadline);

    // Nobody waits for the answer any more. If it was not sent it never will be.
    void abandon(ticket who);

    // A bare Sync is to be sent, where nothing else is owed or waits.
    void ping() noexcept { ping_wanted_ = true; }

    // Moves what it returns to the sent ones. Nothing when all is sent that can be.
    std::optional<step> next(clock::time_point now);

    // From the server, each only while something is_owed(): rows or an error for the oldest sent statement; that it was
    // skipped; that a Sync was reached.
    std::optional<answer> answered(result<rows> what);
    void aborted();
    std::optional<answer> synced();

    // Answers those whose deadline is `now` or earlier: errc::timed_out, or errc::lost where the effect is unknown.
    std::vector<answer> expire(clock::time_point now);

    // The connection is gone, and what was sent on it will not be answered. A writing statement's effect is unknown:
    // errc::lost. A read-only one waits again, but only once in its life, lest it be what kills the connection.
    std::vector<answer> lose();

    std::vector<answer> refuse_waiting(errc why);

    bool is_owed() const noexcept { return !sent_.empty(); }
    bool expects_sync() const noexcept { return is_owed() && !sent_.front().what; }
    clock::time_point oldest_sent() const noexcept { return sent_.front().at; } // only while is_owed()
    const statement* oldest() const noexcept;                                   // a sent one, or null

    // Whether somebody waits for the answer to a sent statement.
    bool is_awaited() const noexcept;

    std::size_t waiting() const noexcept { return waiting_.size() + again_.size(); }
    std::size_t in_flight() const noexcept { return in_flight_; }
    std::size_t load() const noexcept { return entries_.size() - free_.size(); }
    std::size_t bytes() const noexcept { return bytes_; }

private:
    struct entry
    {
        const statement* what = nullptr;
        params with;
        clock::time_point deadline;
        bool abandoned = false;
        bool was_lost = false;
        std::optional<result<rows>> outcome; // of a writing statement, until its Sync
    };

    struct sent // a statement, or a Sync
    {
        std::optional<ticket> what;
        clock::time_point at;
    };

    enum class group
    {
        none,
        reads,
        write,
    };

    ticket pop_sent();
    std::optional<answer> settle(ticket who, result<rows> what);
    result<rows> unanswered(entry& of, errc read) const;
    void release(ticket who);

    pipeline_limits limits_;
    std::vector<entry> entries_;
    std::vector<ticket> free_;
    std::deque<ticket> waiting_;
    std::deque<sent> sent_;
    std::deque<ticket> again_;          // skipped by the server: will wait again when the Sync is reached
    std::optional<ticket> uncommitted_; // a writing statement that was answered, but not its Sync
    std::size_t in_flight_ = 0;
    std::size_t bytes_ = 0;
    group open_ = group::none; // what was sent since the last Sync
    bool ping_wanted_ = false;
};

} // namespace rinha::pg
