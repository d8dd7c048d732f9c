#include "pessoas_sqlite/creation_queue.hpp"

#include "rinha/pessoas/error.hpp"
#include "support/loop.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using turn = creation_queue::turn;

class CreationQueue : public testing::Test
{
protected:
    ~CreationQueue() override { home_->close(); }

    std::shared_ptr<creation> make(std::string apelido)
    {
        return std::make_shared<creation>(home_, pessoas::draft{std::move(apelido), "Nome", {}, "null"}, "folded");
    }

    // Added, which must succeed.
    std::shared_ptr<creation> add(std::string apelido)
    {
        auto what = make(std::move(apelido));
        EXPECT_EQ(queue_.add(what), std::nullopt);
        return what;
    }

    std::vector<std::string> take()
    {
        std::vector<std::string> apelidos;
        batch_ = queue_.take();
        for (const creation* each : batch_)
            apelidos.push_back(each->value.apelido);
        return apelidos;
    }

    support::loop io_;
    std::shared_ptr<mailbox> home_ = std::make_shared<mailbox>(io_.executor());
    creation_queue queue_{{.rows = 3, .waiting = 5}, {.busy_rows_per_second = 1e9}};
    std::vector<creation*> batch_;
};

TEST_F(CreationQueue, GivesBatchesInTheOrderOfArrival)
{
    for (const char* each : {"d", "a", "c", "b"})
        add(each);

    EXPECT_THAT(take(), ElementsAre("d", "a", "c"));
    queue_.settle();
    EXPECT_THAT(take(), ElementsAre("b"));
}

TEST_F(CreationQueue, AnswersWithTheIdOrThatTheApelidoIsTaken)
{
    const auto stored = add("b");
    const auto taken = add("a");
    const auto behind = add("b");
    take();
    batch_[0]->id = uuid{{1}};
    queue_.settle();

    EXPECT_EQ(queue_.leave(*stored).value(), (uuid{{1}}));
    EXPECT_EQ(queue_.leave(*taken).error(), pessoas::errc::apelido_taken);
    EXPECT_EQ(queue_.leave(*behind).error(), pessoas::errc::apelido_taken);
}

TEST_F(CreationQueue, WhoLeavesBeforeTheBatchLeavesNothingBehind)
{
    const auto what = add("a");

    EXPECT_EQ(queue_.leave(*what).error(), store_errc::too_late);
    EXPECT_EQ(queue_.leave(*what).error(), store_errc::too_late); // however often it is asked
    EXPECT_THAT(take(), IsEmpty());
}

TEST_F(CreationQueue, WhoLeavesDuringTheBatchIsInDoubt)
{
    const auto what = add("a");
    take();

    EXPECT_EQ(queue_.leave(*what).error(), store_errc::unconfirmed);
    batch_[0]->id = uuid{{1}};
    queue_.settle();
    EXPECT_EQ(queue_.leave(*what).error(), store_errc::unconfirmed);
}

TEST_F(CreationQueue, WhoLeavesAfterTheBatchHasItsAnswer)
{
    const auto what = add("a");
    take();
    batch_[0]->id = uuid{{1}};
    queue_.settle();

    EXPECT_EQ(queue_.leave(*what).value(), (uuid{{1}})); // before the answer has come to the I/O thread
    EXPECT_FALSE(what->is_answered());
}

TEST_F(CreationQueue, WakesWhomItAnswers)
{
    const auto what = add("a");
    take();
    queue_.fail(store_errc::full);

    io_.run_until([&] { return what->is_answered(); });
    EXPECT_EQ(queue_.leave(*what).error(), store_errc::full);
}

TEST_F(CreationQueue, RefusesWhatIsTooMuch)
{
    for (const char* each : {"a", "b", "c", "d", "e"})
        add(each);

    EXPECT_EQ(queue_.add(make("f")), store_errc::overloaded);
    take();
    queue_.settle();
    EXPECT_EQ(queue_.add(make("f")), std::nullopt);
}

TEST_F(CreationQueue, RefusesWhileItIsTold)
{
    queue_.refuse_because(store_errc::full);
    EXPECT_EQ(queue_.add(make("a")), store_errc::full);
    queue_.refuse_because(std::nullopt);
    EXPECT_EQ(queue_.add(make("a")), std::nullopt);
}

TEST_F(CreationQueue, TriesTheHalvesOfABatchThatFailedForARowsSake)
{
    const auto good = add("a");
    const auto bad = add("b");
    take();
    queue_.split(store_errc::refused);
    EXPECT_THAT(take(), ElementsAre("a"));
    batch_[0]->id = uuid{{1}};
    queue_.settle();
    EXPECT_THAT(take(), ElementsAre("b"));
    queue_.split(store_errc::refused);

    EXPECT_TRUE(queue_.leave(*good));
    EXPECT_EQ(queue_.leave(*bad).error(), store_errc::refused);
}

TEST_F(CreationQueue, WaitsForABatch)
{
    EXPECT_EQ(queue_.wait(clock::now()), turn::nothing);

    std::thread other([this] { add("a"); });
    EXPECT_EQ(queue_.wait(clock::time_point::max()), turn::batch);
    other.join();
}

TEST_F(CreationQueue, WaitsForMoreWhenRowsAreMany)
{
    creation_queue busy({}, {.interval = 1h, .busy_rows_per_second = 0, .full_rows = 2});
    ASSERT_EQ(busy.add(make("a")), std::nullopt);
    EXPECT_EQ(busy.wait(clock::now()), turn::batch); // nothing left before
    busy.take();
    busy.settle();
    ASSERT_EQ(busy.add(make("b")), std::nullopt);
    EXPECT_EQ(busy.wait(clock::now()), turn::nothing);

    std::thread other([&] { ASSERT_EQ(busy.add(make("c")), std::nullopt); });
    EXPECT_EQ(busy.wait(clock::time_point::max()), turn::batch); // it is full
    other.join();
}

TEST_F(CreationQueue, EndsWhenItIsClosedAndEmpty)
{
    const auto what = add("a");
    queue_.close();

    EXPECT_EQ(queue_.add(make("b")), store_errc::away);
    queue_.refuse_because(std::nullopt); // does not open it again
    EXPECT_EQ(queue_.add(make("b")), store_errc::away);
    EXPECT_EQ(queue_.wait(clock::time_point::max()), turn::batch);
    take();
    queue_.settle();
    EXPECT_EQ(queue_.wait(clock::time_point::max()), turn::end);
}

} // namespace
} // namespace rinha::pessoas_sqlite
