#include "unit/core/batcher_rows.hpp"

#include <gmock/gmock.h>

namespace rinha::batching {
namespace {

using testing::ElementsAre;

// A batch whose fate is unknown, or that was undone and may yet succeed.

TEST(Batcher, ARetryBringsTheSameRowsInTheSameOrderAloneAndFirst)
{
    rows batch;
    added(batch, "b", 1);
    added(batch, "a", 2);
    const auto sent = batch.take();
    added(batch, "0", 3);
    batch.retry();

    EXPECT_EQ(batch.ready_rows(), 3U);
    EXPECT_EQ(batch.take(), sent);
    EXPECT_THAT(ids(sent), ElementsAre(2, 1));
}

TEST(Batcher, ABatchMayBeStoredAlreadyOnlyIfItIsARetry)
{
    rows batch;
    added(batch, "a");
    added(batch, "b");
    batch.take();
    EXPECT_FALSE(batch.may_be_stored());

    batch.retry();
    batch.take();
    EXPECT_TRUE(batch.may_be_stored());

    batch.split(bad_row);
    batch.take();
    EXPECT_TRUE(batch.may_be_stored());
}

TEST(Batcher, ARetriedRowIsStoredOrTakenLikeAnyOther)
{
    rows batch;
    const auto a = added(batch, "a");
    const auto b = added(batch, "b");
    batch.take();
    batch.retry();
    batch.take();

    EXPECT_THAT(plain(batch.settle({true, false})), ElementsAre(std::pair(a, fate::stored), std::pair(b, fate::taken)));
}

TEST(Batcher, ARetriedRowThatFailsIsUncertain)
{
    rows batch;
    const auto a = added(batch, "a");
    batch.take();
    batch.retry();
    batch.take();

    const auto given = batch.fail(disk_full);
    EXPECT_THAT(plain(given), ElementsAre(std::pair(a, fate::uncertain)));
    EXPECT_EQ(given.front().reason, disk_full);
}

TEST(Batcher, ARepetitionBringsTheSameRowsAloneAndFirstAndTheyAreNotStoredYet)
{
    rows batch;
    added(batch, "b", 1);
    added(batch, "a", 2);
    const auto sent = batch.take();
    added(batch, "0", 3);
    batch.repeat();

    EXPECT_EQ(batch.take(), sent);
    EXPECT_FALSE(batch.may_be_stored());
}

TEST(Batcher, ARowThatFailsOrIsGivenUpAfterARepetitionHadNoEffect)
{
    rows batch;
    const auto a = added(batch, "a");
    const auto b = added(batch, "b");
    batch.take();
    batch.repeat();
    EXPECT_TRUE(batch.abandon(a));
    batch.take();

    EXPECT_THAT(plain(batch.fail(disk_full)), ElementsAre(std::pair(b, fate::failed)));
}

TEST(Batcher, ARepetitionLeavesUnknownWhatAnEarlierTryMayHaveStored)
{
    rows batch;
    const auto a = added(batch, "a");
    batch.take();
    batch.retry();
    batch.take();
    batch.repeat();
    batch.take();

    EXPECT_TRUE(batch.may_be_stored());
    EXPECT_THAT(plain(batch.fail(disk_full)), ElementsAre(std::pair(a, fate::uncertain)));
}

TEST(Batcher, ARowGivenUpBetweenTwoTriesMayHaveHadAnEffectButIsNotTriedAgain)
{
    rows batch;
    const auto a = added(batch, "a");
    added(batch, "b");
    batch.take();
    batch.retry();

    EXPECT_FALSE(batch.abandon(a));
    EXPECT_THAT(keys(batch.take()), ElementsAre("b"));
}

TEST(Batcher, RowsGivenUpBeforeARetryAreNotTriedAgainAndTheNextOfTheirKeyIs)
{
    rows batch;
    const auto first = added(batch, "ana", 1);
    const auto second = added(batch, "ana", 2);
    batch.take();
    batch.abandon(first);
    batch.retry();

    EXPECT_THAT(ids(batch.take()), ElementsAre(2));
    EXPECT_THAT(plain(batch.settle({false})), ElementsAre(std::pair(second, fate::taken)));
}

TEST(Batcher, ARetryOfRowsThatWereAllGivenUpIsNothing)
{
    rows batch;
    const auto a = added(batch, "a");
    batch.take();
    batch.retry();
    batch.abandon(a);
    EXPECT_EQ(batch.ready_rows(), 0U);
    added(batch, "b");

    EXPECT_THAT(keys(batch.take()), ElementsAre("b"));
}

} // namespace
} // namespace rinha::batching
