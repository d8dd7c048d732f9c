#include "pessoas_sqlite/reader_threads.hpp"

#include "rinha/pessoas/error.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <latch>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;
using answer = question<std::uint64_t>;
using large_answer = question<std::vector<pessoas::person>>;

class ReaderThreads : public testing::Test
{
protected:
    ~ReaderThreads() override
    {
        if (!open_.try_wait())
            open_.count_down();
        home_->close();
    }

    void start(std::size_t threads, std::size_t max_waiting = 100)
    {
        store_.settings.max_waiting_reads = max_waiting;
        std::vector<person_reader> readers;
        for (std::size_t i = 0; i < threads; ++i)
            readers.push_back(person_reader::open(store_.settings).value());
        threads_ = std::make_unique<reader_threads>(store_.settings, std::move(readers), doubts_, metrics_);
    }

    std::shared_ptr<answer> make(answer::asking what) { return std::make_shared<answer>(home_, std::move(what)); }

    // Takes so many threads with questions that they answer when open_ opens.
    void block(int threads, effort as)
    {
        begun_.emplace(threads);
        for (int i = 0; i < threads; ++i) {
            auto blocking = make([this](person_reader&) -> result<std::uint64_t> {
                begun_->count_down();
                open_.wait();
                return 0U;
            });
            ASSERT_EQ(threads_->add(std::move(blocking), as), std::nullopt);
        }
        begun_->wait();
    }

    std::shared_ptr<answer> noting(std::string name)
    {
        return make([this, name](person_reader&) -> result<std::uint64_t> {
            const std::lock_guard lock(mutex_);
            order_.push_back(name);
            return order_.size();
        });
    }

    // Its answer has so many bytes, and a little more.
    std::shared_ptr<large_answer> large(std::size_t bytes, std::function<void()> first = [] {})
    {
        return std::make_shared<large_answer>(home_, [bytes, first = std::move(first)](person_reader&) {
            first();
            pessoas::person one;
            one.stack.resize(bytes);
            return result<std::vector<pessoas::person>>(std::vector{std::move(one)});
        });
    }

    void wait(const std::shared_ptr<question_base>& what)
    {
        store_.io.run_until([&] { return what->is_answered(); });
    }

    asked_store store_;
    metrics::registry metrics_;
    std::shared_ptr<mailbox> home_ = std::make_shared<mailbox>(store_.io.executor());
    std::mutex mutex_;
    std::vector<std::string> order_;
    std::optional<std::latch> begun_;
    std::latch open_{1};
    std::atomic<std::uint64_t> doubts_ = 0;
    std::unique_ptr<reader_threads> threads_; // last: its threads use all the others
};

TEST_F(ReaderThreads, AskTheReader)
{
    store_.insert("ana").value();
    start(1);
    const auto what = make([](person_reader& in) { return in.count(); });
    ASSERT_EQ(threads_->add(what, effort::small), std::nullopt);

    wait(what);
    EXPECT_EQ(what->take_answer().value(), 1U);
}

TEST_F(ReaderThreads, TakeSmallQuestionsBeforeLargeOnes)
{
    start(1);
    block(1, effort::small);
    for (const char* each : {"large 1", "large 2"})
        ASSERT_EQ(threads_->add(noting(each), effort::large), std::nullopt);
    for (const char* each : {"small 1", "small 2"})
        ASSERT_EQ(threads_->add(noting(each), effort::small), std::nullopt);
    open_.count_down();
    threads_->stop();

    EXPECT_THAT(order_, testing::ElementsAre("small 1", "small 2", "large 1", "large 2"));
}

TEST_F(ReaderThreads, KeepOneFreeOfLargeQuestions)
{
    start(3);
    block(2, effort::large);
    const auto large = noting("large");
    ASSERT_EQ(threads_->add(large, effort::large), std::nullopt);
    const auto small = noting("small");
    ASSERT_EQ(threads_->add(small, effort::small), std::nullopt);

    wait(small);
    EXPECT_FALSE(large->is_answered());
    open_.count_down();
    wait(large);
    EXPECT_THAT(order_, testing::ElementsAre("small", "large"));
}

TEST_F(ReaderThreads, RefuseWhatIsTooMuchOfEitherKind)
{
    start(1, 2);
    block(1, effort::large);
    for (const effort each : {effort::small, effort::large}) {
        EXPECT_EQ(threads_->add(noting("1"), each), std::nullopt);
        EXPECT_EQ(threads_->add(noting("2"), each), std::nullopt);
        EXPECT_EQ(threads_->add(noting("3"), each), store_errc::overloaded);
    }
    EXPECT_THAT(metrics_.to_text(), testing::HasSubstr("pessoas_reads_waiting 4\n"));
}

TEST_F(ReaderThreads, DoNotBeginWhatWasGivenUp)
{
    start(1);
    block(1, effort::small);
    const auto given_up = noting("given up");
    ASSERT_EQ(threads_->add(given_up, effort::small), std::nullopt);
    given_up->give_up();
    open_.count_down();
    threads_->stop();

    EXPECT_THAT(order_, testing::IsEmpty());
}

TEST_F(ReaderThreads, InterruptWhatIsGivenUp)
{
    for (int i = 0; i < 500; ++i)
        store_.insert("p" + std::to_string(i)).value();
    start(1);
    std::latch begun(1);
    const auto endless = make([&](person_reader& in) -> result<std::uint64_t> {
        begun.count_down();
        for (;;) {
            if (const auto found = in.search("nobody has this, but its parts: nome java p"); !found)
                return found.error();
            if (const auto found = in.search("p"); !found)
                return found.error();
        }
    });
    ASSERT_EQ(threads_->add(endless, effort::large), std::nullopt);
    begun.wait();
    endless->give_up();

    wait(endless);
    EXPECT_EQ(endless->take_answer().error(), store_errc::too_late);
}

TEST_F(ReaderThreads, RefuseAfterTheEnd)
{
    start(2);
    threads_->stop();

    EXPECT_EQ(threads_->add(noting("late"), effort::small), store_errc::away);
}

TEST_F(ReaderThreads, TellWhatIsNoErrorOfTheStoreAsItIs)
{
    start(1);
    const auto what = make([](person_reader& in) -> result<std::uint64_t> {
        const auto found = in.find(uuid{});
        return found ? result<std::uint64_t>(0U) : found.error();
    });
    ASSERT_EQ(threads_->add(what, effort::small), std::nullopt);

    wait(what);
    EXPECT_EQ(what->take_answer().error(), pessoas::errc::not_found);
}

TEST_F(ReaderThreads, BeginNothingWhileTooMuchIsUnclaimed)
{
    constexpr std::size_t fit = 4;
    start(2);
    std::atomic<std::size_t> begun = 0;
    std::vector<std::shared_ptr<large_answer>> all;
    for (std::size_t i = 0; i < 5 * fit; ++i) {
        all.push_back(large(reader_threads::max_unclaimed / fit, [&] { ++begun; }));
        ASSERT_EQ(threads_->add(all.back(), i % 2 == 0 ? effort::small : effort::large), std::nullopt);
    }
    std::size_t most = 0;
    for (std::size_t claimed = 0; claimed < all.size(); ++claimed) {
        const auto next = [&] { return std::ranges::find_if(all, [](auto& each) { return each->is_answered(); }); };
        store_.io.run_until([&] { return next() != all.end() || claimed == all.size(); });
        for (int i = 0; i < 1'000; ++i) // what may be begun, begins
            std::this_thread::yield();
        most = std::max(most, begun - claimed);
        const auto found = next();
        EXPECT_TRUE((*found)->take_answer());
        *found = large(0);
    }

    EXPECT_EQ(begun, all.size());
    EXPECT_LE(most, fit + 1); // one on either thread beyond those that make the limit less a little
}

TEST_F(ReaderThreads, GoOnWhenTheAskersOfWhatIsUnclaimedAreGone)
{
    start(1);
    for (int i = 0; i < 3; ++i)
        ASSERT_EQ(threads_->add(large(reader_threads::max_unclaimed), effort::small), std::nullopt);
    const auto later = noting("later");
    ASSERT_EQ(threads_->add(later, effort::small), std::nullopt);

    wait(later);
    EXPECT_TRUE(later->take_answer());
}

TEST_F(ReaderThreads, AnswerAllInTheEndThoughNothingIsClaimed)
{
    start(2);
    std::vector<std::shared_ptr<large_answer>> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(large(reader_threads::max_unclaimed));
        ASSERT_EQ(threads_->add(all.back(), effort::small), std::nullopt);
    }
    wait(all.front());
    threads_->stop();

    for (const auto& each : all)
        EXPECT_TRUE(each->take_answer());
}

TEST_F(ReaderThreads, FailWhatThrowsAndGoOn)
{
    store_.insert("ana").value();
    start(1);
    const auto without_memory = make([](person_reader&) -> result<std::uint64_t> { throw std::bad_alloc(); });
    const auto too_long = make([](person_reader&) -> result<std::uint64_t> { throw std::length_error("string"); });
    const auto later = make([](person_reader& in) { return in.count(); });
    for (const auto& each : {without_memory, too_long, later})
        ASSERT_EQ(threads_->add(each, effort::small), std::nullopt);

    wait(later);
    EXPECT_EQ(without_memory->take_answer().error(), store_errc::overloaded);
    EXPECT_EQ(too_long->take_answer().error(), store_errc::refused);
    EXPECT_EQ(later->take_answer().value(), 1U);
}

} // namespace
} // namespace rinha::pessoas_sqlite
