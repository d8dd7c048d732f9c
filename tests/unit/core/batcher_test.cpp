#include "rinha/core/batcher.hpp"

#include "rinha/core/error.hpp"

#include <gmock/gmock.h>

#include <string>

namespace rinha {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct row
{
    std::string apelido;
    int id = 0;
    std::size_t size = 10;

    std::string_view key() const { return apelido; }
    std::size_t bytes() const { return size; }
};

using rows = batcher<row>;
using fate = rows::fate;
using answers = std::vector<std::pair<rows::ticket, fate>>;

const error_code disk_full = make_error_code(boost::system::errc::no_space_on_device);
const error_code bad_row = make_error_code(boost::system::errc::value_too_large);

rows::ticket added(rows& batch, std::string apelido, int id = 0)
{
    return batch.add({.apelido = std::move(apelido), .id = id}).value();
}

std::vector<std::string> keys(const std::vector<const row*>& taken)
{
    std::vector<std::string> result;
    for (const row* each : taken)
        result.push_back(each->apelido);
    return result;
}

std::vector<int> ids(const std::vector<const row*>& taken)
{
    std::vector<int> result;
    for (const row* each : taken)
        result.push_back(each->id);
    return result;
}

answers plain(const std::vector<rows::answer>& given)
{
    answers result;
    for (const auto& each : given)
        result.emplace_back(each.who, each.what);
    return result;
}

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

// A batch whose fate is unknown.

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
} // namespace rinha
