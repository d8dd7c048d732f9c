#include "pessoas_pg/writer.hpp"

#include "pessoas_pg/connections.hpp"
#include "pessoas_pg/statements.hpp"
#include "pessoas_pg/text_support.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/store_error.hpp"
#include "rinha/pg/error.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cassert>
#include <exception>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using pessoas::store_errc;

constexpr auto wait = asio::as_tuple(asio::deferred);
constexpr auto pause_before_retry = 10ms;
constexpr auto pause_between_checks = 1s;

// By position, whether the id of the row is in the first column.
std::vector<bool> found_in(const pg::rows& answer, const batch& rows)
{
    std::vector<uuid> ids;
    ids.reserve(static_cast<std::size_t>(answer.size()));
    for (int i = 0; i < answer.size(); ++i)
        ids.push_back(answer.id(i, 0));
    std::ranges::sort(ids);

    std::vector<bool> found;
    found.reserve(rows.size());
    for (const new_person* each : rows)
        found.push_back(std::ranges::binary_search(ids, each->id()));
    return found;
}

pg::params ids_of(const batch& rows)
{
    std::vector<uuid> ids;
    ids.reserve(rows.size());
    for (const new_person* each : rows)
        ids.push_back(each->id());
    pg::params of;
    of.add(std::span<const uuid>(ids));
    return of;
}

// Tells the log of a trouble when it comes, and when it is over.
void note(bool& known, bool is_so, std::string_view trouble, std::string_view relief)
{
    if (std::exchange(known, is_so) == is_so)
        return;
    if (is_so)
        spdlog::warn("pg: {}", trouble);
    else
        spdlog::info("pg: {}", relief);
}

std::vector<pg::statement> statements_used()
{
    return {statements::insert, statements::insert_with_pieces, statements::existing, statements::fitness};
}

} // namespace

struct writer::caller
{
    timer done; // expires at the deadline, is cancelled by the answer
    std::optional<error_code> answer;
};

writer::writer(executor ex, const settings& options, metrics::registry& m)
    : executor_(ex)
    , deadline_(options.deadline)
    , connection_(std::make_unique<pg::connection>(ex, writing(options), statements_used(), m))
    , batcher_(options.batches)
    , policy_(options.flushes)
    , waiting_(ex)
    , pausing_(ex)
    , between_checks_(ex)
    , stopped_(ex, clock::time_point::max())
    , metrics_(m)
{
}

void writer::run()
{
    connection_->run();
    is_running_ = true;
    const auto ended = [](const std::exception_ptr& bug) {
        if (bug)
            std::rethrow_exception(bug);
    };
    asio::co_spawn(executor_, check_fitness_while_running(), ended);
    asio::co_spawn(executor_, flush_while_running(), ended);
}

awaitable<void> writer::stop(clock::time_point deadline)
{
    is_stopping_ = true;
    waiting_.cancel();
    between_checks_.cancel();
    if (is_running_) {
        stopped_.expires_at(deadline);
        co_await stopped_.async_wait(wait);
    }
    co_await connection_->stop(deadline);
}

void writer::close()
{
    connection_.reset();
    waiting_.cancel();
    pausing_.cancel();
    between_checks_.cancel();
}

awaitable<error_code> writer::store(new_person row)
{
    if (is_stopping_ || connection_->is_away())
        co_return store_errc::away;
    const auto ticket = batcher_.add(std::move(row));
    if (!ticket)
        co_return store_errc::overloaded;

    caller self{timer(executor_, deadline_), {}};
    callers_.emplace(*ticket, &self);
    policy_.row_arrived(clock::now());
    if (policy_.due(batcher_.ready_rows(), batcher_.ready_bytes()) < waiting_.expiry())
        waiting_.cancel();

    co_await self.done.async_wait(wait);
    callers_.erase(*ticket);
    if (self.answer)
        co_return *self.answer;
    const bool has_no_effect = batcher_.abandon(*ticket); // and no answer of the batcher's will come
    metrics_.answered(has_no_effect ? rows::fate::failed : rows::fate::uncertain);
    co_return has_no_effect ? store_errc::too_late : store_errc::unconfirmed;
}

// Rights come and go, and a server turns read-only, while the connection stays; a statement's being prepared shows
// nothing of that.
awaitable<void> writer::check_fitness_while_running()
{
    const auto self = shared_from_this();
    bool has_looked_at_text = false;
    while (connection_ && !is_stopping_) {
        pg::params none;
        const auto database = co_await connection_->execute(statements::fitness, std::move(none));
        if (database) {
            const auto complaint = complaint_about(database->text(0, 0), database->text(0, 1));
            if (!complaint.empty() && !has_looked_at_text)
                spdlog::warn("pg: {}", complaint);
            has_looked_at_text = true;
            note(lacks_rights_, database->integer(0, 2) > 0,
                 "the role lacks SELECT or INSERT on pessoas or pessoas_trechos", "the role has its rights now");
            note(is_read_only_, database->integer(0, 3) != 0, "the database is read-only",
                 "the database can be written to now");
        }
        if (!connection_ || is_stopping_)
            co_return;
        if (connection_->is_up()) {
            between_checks_.expires_after(pause_between_checks);
            co_await between_checks_.async_wait(wait);
        } else {
            co_await connection_->wait_up(clock::now() + deadline_);
        }
    }
}

awaitable<void> writer::flush_while_running()
{
    const auto self = shared_from_this();
    while (connection_ && (!is_stopping_ || batcher_.ready_rows() > 0)) {
        const auto now = clock::now();
        const auto due = policy_.due(batcher_.ready_rows(), batcher_.ready_bytes());
        if (due > now) {
            waiting_.expires_at(due);
            co_await waiting_.async_wait(wait);
        } else {
            co_await flush();
        }
    }
    is_running_ = false;
    stopped_.cancel();
}

awaitable<void> writer::flush()
{
    const batch out = batcher_.take();
    const auto began = clock::now();
    policy_.flush_began(began);
    const auto stored = co_await execute(out);
    if (!connection_)
        co_return;
    metrics_.flushed(out.size(), clock::now() - began);
    if (stored)
        answer(batcher_.settle(*stored));
    else if (const bool is_settled = settle_failed(stored.error()); !is_settled)
        co_await pause();
}

// Before a batch is sent again.
awaitable<void> writer::pause()
{
    metrics_.retried();
    pausing_.expires_after(pause_before_retry);
    co_await pausing_.async_wait(wait);
    if (connection_ && connection_->is_away())
        co_await connection_->wait_up(clock::now() + deadline_);
}

// By position, whether the row has been stored, now or by an earlier try.
awaitable<result<std::vector<bool>>> writer::execute(const batch& out)
{
    insertion rows_in = insertion_of(out);
    const auto inserted = co_await connection_->execute(rows_in.with, std::move(rows_in.of));
    if (!inserted)
        co_return inserted.error();
    if (!connection_ || !batcher_.may_be_stored())
        co_return found_in(*inserted, out);

    // Only after the insert, which has waited for the end of a transaction of the lost connection that still ran.
    pg::params ids = ids_of(out);
    const auto existing = co_await connection_->execute(statements::existing, std::move(ids));
    if (!existing)
        co_return make_error_code(pg::errc::lost);
    co_return found_in(*existing, out);
}

// Whether the batch is settled. If not, it is to be sent again.
bool writer::settle_failed(error_code reason)
{
    assert(reason.category() == pg::category());
    const auto fail = [this](store_errc why) {
        answer(batcher_.fail(why));
        return true;
    };
    switch (static_cast<pg::errc>(reason.value())) {
    case pg::errc::unavailable:
        if (!batcher_.may_be_stored())
            return fail(store_errc::away);
        [[fallthrough]];
    case pg::errc::lost:
        batcher_.retry();
        return false;
    case pg::errc::retry: // the server has rolled it back
        batcher_.repeat();
        return false;
    case pg::errc::timed_out:
        return fail(store_errc::too_late);
    case pg::errc::overloaded:
        return fail(store_errc::overloaded);
    case pg::errc::no_resources:
        return fail(store_errc::full);
    case pg::errc::data_exception:
    case pg::errc::constraint_violated:
    case pg::errc::limit_exceeded:
        answer(batcher_.split(store_errc::refused));
        return true;
    case pg::errc::statement_failed:
        return fail(store_errc::refused);
    }
    return fail(store_errc::refused);
}

void writer::answer(const std::vector<rows::answer>& answers)
{
    for (const auto& [who, what, reason] : answers) {
        metrics_.answered(what);
        caller& asked = *callers_.at(who);
        switch (what) {
        case rows::fate::stored:
            asked.answer = error_code();
            break;
        case rows::fate::taken:
            asked.answer = pessoas::errc::apelido_taken;
            break;
        case rows::fate::failed:
            asked.answer = reason;
            break;
        case rows::fate::uncertain:
            asked.answer = store_errc::unconfirmed;
            break;
        }
        asked.done.cancel();
    }
}

} // namespace rinha::pessoas_pg
