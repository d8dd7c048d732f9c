#include "pessoas_sqlite/reader_threads.hpp"

#include "rinha/pessoas/error.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <latch>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;
using answer = question<std::uint64_t>;

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

    void wait(const std::shared_ptr<answer>& what)
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

} // namespace
} // namespace rinha::pessoas_sqlite
