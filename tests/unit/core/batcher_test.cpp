#include "unit/core/batcher_rows.hpp"

#include <gmock/gmock.h>

namespace rinha::batching {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Batcher, ABatchIsSortedByTheBytesOfItsKeys)
{
    rows batch;
    for (const char* key : {"b", "é", "ab", "B", "a", "~"})
        added(batch, key);

    EXPECT_THAT(keys(batch.take()), ElementsAre("B", "a", "ab", "b", "~", "é"));
}

TEST(Batcher, NothingReadyIsAnEmptyBatchThatIsNotOut)
{
    rows batch;

    EXPECT_THAT(batch.take(), IsEmpty());
    EXPECT_FALSE(batch.is_out());
}

TEST(Batcher, EachCallerIsAnsweredByThePositionOfItsRow)
{
    rows batch;
    const auto b = added(batch, "b");
    const auto a = added(batch, "a");
    batch.take();

    EXPECT_THAT(plain(batch.settle({true, false})), ElementsAre(std::pair(a, fate::stored), std::pair(b, fate::taken)));
    EXPECT_FALSE(batch.is_out());
    EXPECT_THAT(batch.take(), IsEmpty());
}

TEST(Batcher, RowsThatArriveWhileABatchIsOutAreInTheNext)
{
    rows batch;
    added(batch, "a");
    batch.take();
    added(batch, "c");
    added(batch, "b");
    EXPECT_EQ(batch.ready_rows(), 2U);
    batch.settle({true});

    EXPECT_THAT(keys(batch.take()), ElementsAre("b", "c"));
}

// Several rows of one key.

TEST(Batcher, OfOneKeyTheFirstToArriveIsTriedAndTheOthersAreAnsweredAfterIt)
{
    rows batch;
    const auto first = added(batch, "ana", 1);
    const auto second = added(batch, "ana", 2);
    EXPECT_THAT(ids(batch.take()), ElementsAre(1));
    const auto third = added(batch, "ana", 3);

    EXPECT_THAT(plain(batch.settle({true})), ElementsAre(std::pair(first, fate::stored), std::pair(second, fate::taken),
                                                         std::pair(third, fate::taken)));
    EXPECT_THAT(batch.take(), IsEmpty());
}

TEST(Batcher, ALaterRowOfAKeyThatTurnedOutTakenIsTakenToo)
{
    rows batch;
    const auto first = added(batch, "ana");
    const auto second = added(batch, "ana");
    batch.take();

    EXPECT_THAT(plain(batch.settle({false})),
                ElementsAre(std::pair(first, fate::taken), std::pair(second, fate::taken)));
}

TEST(Batcher, ALaterRowTakesThePlaceOfOneThatFailed)
{
    rows batch;
    const auto first = added(batch, "ana", 1);
    const auto second = added(batch, "ana", 2);
    const auto third = added(batch, "ana", 3);
    batch.take();
    EXPECT_THAT(plain(batch.fail(disk_full)), ElementsAre(std::pair(first, fate::failed)));
    EXPECT_EQ(batch.ready_rows(), 1U);

    EXPECT_THAT(ids(batch.take()), ElementsAre(2));
    EXPECT_THAT(plain(batch.settle({true})),
                ElementsAre(std::pair(second, fate::stored), std::pair(third, fate::taken)));
}

TEST(Batcher, AKeyIsFreeForNewRowsOnceItsBatchIsSettled)
{
    rows batch;
    added(batch, "ana", 1);
    batch.take();
    batch.settle({true});
    added(batch, "ana", 2);

    EXPECT_THAT(ids(batch.take()), ElementsAre(2));
}

// Callers that give up.

TEST(Batcher, ARowGivenUpBeforeItLeavesHasNoEffect)
{
    rows batch;
    const auto a = added(batch, "a");
    added(batch, "b");

    EXPECT_TRUE(batch.abandon(a));
    EXPECT_EQ(batch.ready_rows(), 1U);
    EXPECT_EQ(batch.ready_bytes(), 10U);
    EXPECT_THAT(keys(batch.take()), ElementsAre("b"));
}

TEST(Batcher, ARowGivenUpWhileItIsOutIsAnsweredToNobody)
{
    rows batch;
    const auto a = added(batch, "a");
    const auto b = added(batch, "b");
    batch.take();

    EXPECT_FALSE(batch.abandon(a));
    EXPECT_THAT(plain(batch.settle({true, true})), ElementsAre(std::pair(b, fate::stored)));
}

TEST(Batcher, ALaterRowIsAnsweredByTheFateOfOneThatWasGivenUpWhileOut)
{
    rows batch;
    const auto first = added(batch, "ana");
    const auto second = added(batch, "ana");
    batch.take();
    batch.abandon(first);

    EXPECT_THAT(plain(batch.settle({true})), ElementsAre(std::pair(second, fate::taken)));
}

TEST(Batcher, ALaterRowTakesThePlaceInLineOfOneThatWasGivenUp)
{
    rows batch(batch_limits{.rows = 1});
    const auto first = added(batch, "ana", 1);
    added(batch, "bia", 2);
    added(batch, "ana", 3);

    EXPECT_TRUE(batch.abandon(first));
    EXPECT_EQ(batch.ready_rows(), 2U);
    EXPECT_THAT(ids(batch.take()), ElementsAre(3));
}

TEST(Batcher, AGivenUpLaterRowLeavesTheFirstAlone)
{
    rows batch;
    const auto first = added(batch, "ana");
    const auto second = added(batch, "ana");
    batch.take();

    EXPECT_TRUE(batch.abandon(second));
    EXPECT_THAT(plain(batch.settle({true})), ElementsAre(std::pair(first, fate::stored)));
}

// A batch that fails for the sake of one of its rows.

TEST(Batcher, ASplitBatchIsTriedInHalvesUntilTheBadRowAloneFails)
{
    rows batch;
    const auto a = added(batch, "a");
    const auto b = added(batch, "b");
    const auto bad = added(batch, "c");
    const auto d = added(batch, "d");
    const auto e = added(batch, "e");
    batch.take();
    added(batch, "later");

    EXPECT_THAT(batch.split(bad_row), IsEmpty());
    EXPECT_THAT(keys(batch.take()), ElementsAre("a", "b", "c"));
    EXPECT_THAT(batch.split(bad_row), IsEmpty());
    EXPECT_THAT(keys(batch.take()), ElementsAre("a", "b"));
    EXPECT_THAT(plain(batch.settle({true, true})), ElementsAre(std::pair(a, fate::stored), std::pair(b, fate::stored)));
    EXPECT_THAT(keys(batch.take()), ElementsAre("c"));

    const auto refused = batch.split(bad_row);
    EXPECT_THAT(plain(refused), ElementsAre(std::pair(bad, fate::failed)));
    EXPECT_EQ(refused.front().reason, bad_row);

    EXPECT_THAT(keys(batch.take()), ElementsAre("d", "e"));
    EXPECT_THAT(plain(batch.settle({true, false})), ElementsAre(std::pair(d, fate::stored), std::pair(e, fate::taken)));
    EXPECT_THAT(keys(batch.take()), ElementsAre("later"));
}

TEST(Batcher, ALaterRowOfAKeyIsTriedWhenTheBadOneHasFailedAlone)
{
    rows batch;
    added(batch, "ana", 1);
    added(batch, "ana", 2);
    batch.take();
    batch.split(bad_row);

    EXPECT_THAT(ids(batch.take()), ElementsAre(2));
}

TEST(Batcher, ARowGivenUpAfterASplitHadNoEffect)
{
    rows batch;
    added(batch, "a");
    const auto b = added(batch, "b");
    batch.take();
    batch.split(bad_row);

    EXPECT_TRUE(batch.abandon(b));
    EXPECT_EQ(batch.ready_rows(), 1U);
    EXPECT_THAT(keys(batch.take()), ElementsAre("a"));
    batch.settle({true});
    EXPECT_THAT(batch.take(), IsEmpty());
}

TEST(Batcher, RowsGivenUpBeforeASplitAreNotTriedAgain)
{
    rows batch;
    const auto a = added(batch, "a");
    added(batch, "b");
    batch.take();
    batch.abandon(a);
    batch.split(bad_row);

    EXPECT_THAT(keys(batch.take()), ElementsAre("b"));
    batch.settle({true});
    EXPECT_THAT(batch.take(), IsEmpty());
}

// Limits.

TEST(Batcher, ABatchHasAtMostItsRowsInTheOrderOfArrival)
{
    rows batch(batch_limits{.rows = 2});
    for (const char* key : {"c", "a", "b"})
        added(batch, key);

    EXPECT_THAT(keys(batch.take()), ElementsAre("a", "c"));
    EXPECT_EQ(batch.ready_rows(), 1U);
    batch.settle({true, true});
    EXPECT_THAT(keys(batch.take()), ElementsAre("b"));
}

TEST(Batcher, ABatchHasAtMostItsBytesUnlessOneRowAloneHasMore)
{
    rows batch(batch_limits{.bytes = 100});
    batch.add({.apelido = "a", .size = 150});
    batch.add({.apelido = "b", .size = 60});
    batch.add({.apelido = "c", .size = 40});
    batch.add({.apelido = "d", .size = 1});

    EXPECT_EQ(batch.ready_bytes(), 251U);
    EXPECT_THAT(keys(batch.take()), ElementsAre("a"));
    batch.settle({true});
    EXPECT_THAT(keys(batch.take()), ElementsAre("b", "c"));
    batch.settle({true, true});
    EXPECT_THAT(keys(batch.take()), ElementsAre("d"));
}

TEST(Batcher, NoMoreRowsThanTheLimitWaitAndThoseThatAreOutDoNotCount)
{
    rows batch(batch_limits{.waiting = 2});
    added(batch, "a");
    const auto last = added(batch, "a");
    EXPECT_FALSE(batch.add({.apelido = "b"}));

    batch.abandon(last);
    added(batch, "b");
    EXPECT_FALSE(batch.add({.apelido = "c"}));

    batch.take();
    EXPECT_TRUE(batch.add({.apelido = "c"}));
}

TEST(Batcher, NoMoreBytesThanTheLimitWait)
{
    rows batch(batch_limits{.waiting_bytes = 100});
    EXPECT_TRUE(batch.add({.apelido = "a", .size = 60}));
    EXPECT_FALSE(batch.add({.apelido = "a", .size = 41}));
    EXPECT_TRUE(batch.add({.apelido = "a", .size = 40}));

    batch.take();
    batch.settle({true});
    EXPECT_TRUE(batch.add({.apelido = "b", .size = 100}));
}

} // namespace
} // namespace rinha::batching
