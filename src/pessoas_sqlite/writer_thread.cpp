#include "pessoas_sqlite/writer_thread.hpp"

#include "pessoas_sqlite/attempt.hpp"
#include "pessoas_sqlite/connection.hpp"
#include "pessoas_sqlite/store_error.hpp"
#include "rinha/sqlite/error.hpp"

#include <cassert>
#include <utility>

namespace rinha::pessoas_sqlite {
namespace {

constexpr std::chrono::milliseconds probe_interval{250};

// Whether one of the rows is to blame, not the file.
bool is_of_a_row(const error_code& why) { return why == sqlite::errc::constraint || why == sqlite::errc::failed; }

// Whether the connection is of no use any more, or may not be.
bool is_of_the_file(const error_code& why)
{
    return !is_of_a_row(why) && why != sqlite::errc::busy && why != sqlite::errc::full;
}

} // namespace

writer_thread::writer_thread(const store_settings& settings, person_writer writer, metrics::registry& m)
    : settings_(settings)
    , queue_(settings.batch, settings.flush)
    , batch_rows_(
          m.make_histogram("pessoas_insert_batch_rows", "Rows in a batch of creations.", metrics::size_bounds()))
    , flush_seconds_(m.make_histogram("pessoas_insert_flush_seconds", "From a batch's leaving to its commit.",
                                      metrics::latency_bounds()))
    , creations_(settings.path, "creations", {})
    , checkpoints_(settings.path, "checkpoints", {})
    , writer_(std::move(writer))
    , thread_([this] { run(); })
{
}

void writer_thread::stop()
{
    is_stopping_ = true;
    queue_.close();
    if (thread_.joinable())
        thread_.join();
}

void writer_thread::run()
{
    for (;;) {
        const auto turn = queue_.wait(check_at_);
        if (turn == creation_queue::turn::end)
            break;
        const auto thrown = attempt([&] {
            turn == creation_queue::turn::batch ? flush() : check();
            return error_code();
        });
        if (thrown)
            give_up(thrown);
    }
    is_up_ = false;
    writer_.reset();
}

void writer_thread::flush()
{
    const auto began = clock::now();
    stage_ = stage::begun;
    auto transaction = begin(); // before the batch is taken: so long nothing is in doubt, and more can join it
    if (!transaction) {
        went_wrong(transaction.error());
        if (transaction.error() != sqlite::errc::busy || is_stopping_) {
            queue_.take();
            queue_.fail(store_error(transaction.error()));
        }
        stage_ = stage::answered;
        return; // another process's transaction will end: the callers wait as long as they can
    }

    const auto batch = queue_.take();
    stage_ = stage::taken;
    if (batch.empty())
        return;
    batch_rows_.observe(static_cast<double>(batch.size()));

    const auto inserted = insert(batch);
    stage_ = inserted ? stage::committing : stage::taken;
    const auto committed = inserted ? writer().commit(*transaction) : inserted;
    if (committed) {
        went_well(began);
        queue_.settle();
        stage_ = stage::answered;
        tidy();
    } else if (is_of_a_row(committed.error())) {
        queue_.split(store_error(committed.error()));
    } else {
        const bool is_in_doubt = inserted && committed.error() == sqlite::errc::io;
        went_wrong(committed.error());
        queue_.fail(is_in_doubt ? store_errc::unconfirmed : store_error(committed.error()));
    }
}

// Nobody creates: whether it would work.
void writer_thread::check()
{
    if (is_up())
        look();
    else
        probe();
}

// Without a write: an idle file is not synced twice a second.
void writer_thread::look()
{
    const auto began = clock::now();
    if (const auto seen = writer().look(); seen)
        took(std::chrono::duration_cast<std::chrono::microseconds>(clock::now() - began));
    else
        went_wrong(seen.error());
}

// After an exception: the batch ends, the thread goes on.
void writer_thread::give_up(const error_code& why)
{
    const auto fail_batch = [&] {
        if (stage_ == stage::begun)
            queue_.take();
        if (stage_ != stage::answered)
            queue_.fail(stage_ == stage::committing ? store_errc::unconfirmed : store_error(why));
        return error_code();
    };
    const auto tell = [&] {
        went_wrong(why);
        return error_code();
    };
    static_cast<void>(attempt(fail_batch));
    stage_ = stage::answered;
    static_cast<void>(attempt(tell));
}

void writer_thread::probe()
{
    const auto began = clock::now();
    const auto written = [this] {
        auto transaction = begin();
        return transaction ? writer().probe(*transaction) : result<void>(transaction.error());
    }();
    if (written)
        went_well(began);
    else
        went_wrong(written.error());
}

result<sqlite::transaction> writer_thread::begin()
{
    if (is_lost_ || !writer_) {
        writer_.reset();
        ++doubts_;
        auto opened = person_writer::open(settings_, sqlite::open_mode::existing);
        if (!opened)
            return error_of_reopening(opened.error());
        writer_.emplace(std::move(*opened));
        is_lost_ = false;
    }
    return writer_->begin();
}

person_writer& writer_thread::writer()
{
    assert(writer_);
    return *writer_;
}

result<void> writer_thread::insert(const std::vector<creation*>& batch)
{
    for (creation* each : batch) {
        const auto id = writer().insert(each->value, each->text);
        if (!id)
            return id.error();
        each->id = *id;
    }
    return {};
}

void writer_thread::tidy()
{
    if (const auto tidied = writer().tidy(); tidied)
        checkpoints_.worked();
    else
        checkpoints_.failed(tidied.error());
}

void writer_thread::took(std::chrono::microseconds time)
{
    latency_.store(time, std::memory_order_relaxed);
    check_at_ = clock::now() + settings_.check_interval;
}

void writer_thread::went_well(clock::time_point began)
{
    const auto time = std::chrono::duration_cast<std::chrono::microseconds>(clock::now() - began);
    took(time);
    flush_seconds_.observe(std::chrono::duration<double>(time).count());
    creations_.worked();
    if (!is_up_.exchange(true))
        queue_.refuse_because(std::nullopt);
}

void writer_thread::went_wrong(const error_code& why)
{
    is_up_ = false;
    if (is_of_the_file(why)) {
        is_lost_ = true;
        ++doubts_;
    }
    queue_.refuse_because(store_error(why));
    check_at_ = clock::now() + probe_interval;
    creations_.failed(why);
}

} // namespace rinha::pessoas_sqlite
