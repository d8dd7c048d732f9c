#include "pessoas_sqlite/reader_threads.hpp"

#include "pessoas_sqlite/attempt.hpp"
#include "pessoas_sqlite/connection.hpp"
#include "rinha/sqlite/error.hpp"

#include <algorithm>
#include <utility>

namespace rinha::pessoas_sqlite {
namespace {

// Looking for the file is a system call, which a find does without.
constexpr std::chrono::seconds between_looks{1};

} // namespace

reader_threads::reader_threads(const store_settings& settings, std::vector<person_reader> readers,
                               const std::atomic<std::uint64_t>& doubts, metrics::registry& m)
    : settings_(settings)
    , most_large_(std::max<std::size_t>(readers.size(), 2) - 1)
    , doubts_(doubts)
    , reads_(settings.path, "reads", between_looks)
    , waiting_(m.make_gauge("pessoas_reads_waiting", "Finds, counts and searches that no thread has begun yet."))
{
    threads_.reserve(readers.size());
    for (auto& reader : readers)
        threads_.emplace_back([this, mine = std::move(reader)]() mutable { run(std::move(mine)); });
}

std::optional<store_errc> reader_threads::add(std::shared_ptr<question_base> what, effort takes)
{
    const std::lock_guard lock(mutex_);
    if (is_stopping_)
        return store_errc::away;
    auto& queue = takes == effort::small ? small_ : large_;
    if (queue.size() >= settings_.max_waiting_reads)
        return store_errc::overloaded;
    queue.push_back(std::move(what));
    waiting_.add(1);
    changed_.notify_one();
    return std::nullopt;
}

void reader_threads::stop()
{
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    changed_.notify_all();
    for (auto& each : threads_)
        each.join();
    threads_.clear();
}

void reader_threads::run(person_reader first)
{
    connection reader{.reader = std::move(first)};
    for (;;) {
        const auto now = next(); // gone before the thread waits for another: an answer that nobody takes goes with it
        if (now.what == nullptr)
            return;
        if (!now.what->is_given_up())
            answer(reader, *now.what);
        done(now.takes);
        now.what->wake();
    }
}

reader_threads::job reader_threads::next()
{
    std::unique_lock lock(mutex_);
    const auto begin = [this](std::deque<std::shared_ptr<question_base>>& queue, effort takes) {
        job begun{.what = std::move(queue.front()), .takes = takes};
        queue.pop_front();
        waiting_.add(-1);
        return begun;
    };
    for (;;) {
        const bool may_begin = is_stopping_ || !unclaimed_.is_too_much();
        if (may_begin && !small_.empty())
            return begin(small_, effort::small);
        if (may_begin && !large_.empty() && large_running_ < most_large_) {
            ++large_running_;
            return begin(large_, effort::large);
        }
        if (is_stopping_ && large_.empty())
            return {};
        changed_.wait(lock);
    }
}

void reader_threads::begin_again()
{
    {
        const std::lock_guard lock(mutex_); // a thread that has just found too much waits already
    }
    changed_.notify_all();
}

void reader_threads::done(effort took)
{
    if (took == effort::small)
        return;
    const std::lock_guard lock(mutex_);
    --large_running_;
    if (!large_.empty() || is_stopping_)
        changed_.notify_all();
}

void reader_threads::answer(connection& by, question_base& what)
{
    const auto error = attempt([&] { return ask(by, what); });
    if (!error)
        return reads_.worked();
    what.refuse(store_error(error));
    if (error == sqlite::errc::interrupted || error == sqlite::errc::busy)
        return;
    by.reader.reset();
    static_cast<void>(attempt([&] {
        reads_.failed(error);
        return error_code();
    }));
}

error_code reader_threads::ask(connection& by, question_base& what)
{
    if (has_moved(by))
        by.reader.reset();
    if (!by.reader) {
        auto opened = person_reader::open(settings_);
        if (!opened)
            return error_of_reopening(opened.error());
        by.reader.emplace(std::move(*opened));
    }

    by.reader->interrupt_when(&what.is_given_up());
    const auto error = what.ask(*by.reader, unclaimed_);
    by.reader->interrupt_when(nullptr);
    return error;
}

// Looked at once a second, and when the writer has a doubt: what it has created is found by the next read.
bool reader_threads::has_moved(connection& by) const
{
    const auto now = clock::now();
    const auto doubts = doubts_.load(std::memory_order_relaxed);
    if (doubts == by.doubts && now - by.looked < between_looks)
        return false;
    by.doubts = doubts;
    by.looked = now;
    return by.reader && by.reader->has_moved();
}

} // namespace rinha::pessoas_sqlite
