#include "pg/pipeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

const statement read{"r", "select", {}, true};
const statement write_{"w", "insert", {}, false};

rows some_rows() { return rows{nullptr}; }

// An action a line; what is written is told as letters: r and w for statements, S for a Sync.
class Pipeline : public testing::Test
{
protected:
    using ticket = pipeline::ticket;

    ticket add(const statement& what, clock::duration patience = 5s)
    {
        return queue.add(what, {}, now + patience).value();
    }

    std::string send()
    {
        std::string out;
        while (const auto step = queue.next(now))
            out += step->what ? step->what->name : "S";
        return out;
    }

    struct told
    {
        ticket who;
        error_code why; // none for rows

        bool operator==(const told&) const = default;
        friend void PrintTo(const told& t, std::ostream* out) { *out << t.who << ": " << t.why.message(); }
    };

    static std::vector<told> seen(std::vector<pipeline::answer> all)
    {
        std::vector<told> out;
        for (auto& each : all)
            out.push_back({each.who, each.what.has_error() ? each.what.error() : error_code{}});
        return out;
    }

    static std::vector<told> seen(std::optional<pipeline::answer> one)
    {
        std::vector<pipeline::answer> all;
        if (one)
            all.push_back(std::move(*one));
        return seen(std::move(all));
    }

    std::vector<told> answer(result<rows> what = some_rows()) { return seen(queue.answered(std::move(what))); }
    std::vector<told> sync() { return seen(queue.synced()); }

    static told ok(ticket who) { return {who, {}}; }
    static told fails(ticket who, errc why) { return {who, why}; }

    pipeline queue{{.in_flight = 4, .waiting = 6}};
    clock::time_point now{1000s};
};

TEST_F(Pipeline, ReadsThatWaitTogetherShareASync)
{
    add(read);
    add(read);
    add(read);
    EXPECT_EQ(send(), "rrrS");
}

TEST_F(Pipeline, AWriteHasASyncOfItsOwn)
{
    for (const auto* each : {&read, &write_, &write_, &read})
        add(*each);
    EXPECT_EQ(send(), "rSwSwSrS");
}

TEST_F(Pipeline, ReadsAreAnsweredBeforeTheirSync)
{
    const auto first = add(read), second = add(read);
    send();
    EXPECT_THAT(answer(), ElementsAre(ok(first)));
    EXPECT_THAT(answer(), ElementsAre(ok(second)));
    EXPECT_THAT(sync(), IsEmpty());
    EXPECT_FALSE(queue.is_owed());
    EXPECT_EQ(queue.load(), 0u);
}

TEST_F(Pipeline, AWriteIsAnsweredWhenItIsCommittedAndNotBefore)
{
    const auto who = add(write_);
    send();
    EXPECT_THAT(answer(), IsEmpty());
    EXPECT_EQ(queue.load(), 1u);
    EXPECT_THAT(sync(), ElementsAre(ok(who)));
    EXPECT_EQ(queue.load(), 0u);
}

TEST_F(Pipeline, AWriteWhoseCommitFailsHasFailed)
{
    const auto who = add(write_);
    send();
    answer();
    EXPECT_THAT(answer(errc::constraint_violated), IsEmpty());
    EXPECT_THAT(sync(), ElementsAre(fails(who, errc::constraint_violated)));
}

TEST_F(Pipeline, AFailedWriteDoesNotTouchItsNeighbours)
{
    const auto first = add(write_), second = add(write_);
    send();
    answer(errc::constraint_violated);
    EXPECT_THAT(sync(), ElementsAre(fails(first, errc::constraint_violated)));
    answer();
    EXPECT_THAT(sync(), ElementsAre(ok(second)));
}

TEST_F(Pipeline, WhatIsSkippedForTheSakeOfAFailedReadIsSentAgainInOrder)
{
    const auto first = add(read), second = add(read), third = add(read), fourth = add(read);
    send();
    const auto later = add(read);
    EXPECT_THAT(answer(), ElementsAre(ok(first)));
    EXPECT_THAT(answer(errc::statement_failed), ElementsAre(fails(second, errc::statement_failed)));
    queue.aborted();
    queue.aborted();
    EXPECT_EQ(queue.waiting(), 3u);
    EXPECT_THAT(sync(), IsEmpty());

    EXPECT_EQ(send(), "rrrS");
    EXPECT_THAT(answer(), ElementsAre(ok(third)));
    EXPECT_THAT(answer(), ElementsAre(ok(fourth)));
    EXPECT_THAT(answer(), ElementsAre(ok(later)));
}

TEST_F(Pipeline, WhatIsSkippedAndAbandonedIsNotSentAgain)
{
    add(read);
    const auto second = add(read), third = add(read);
    send();
    queue.abandon(second);
    answer(errc::statement_failed);
    queue.aborted();
    queue.aborted();
    queue.abandon(third);
    sync();
    EXPECT_EQ(send(), "");
    EXPECT_EQ(queue.load(), 0u);
}

TEST_F(Pipeline, NoMoreAreInFlightThanTheLimit)
{
    for (int i = 0; i < 6; ++i)
        add(read);
    EXPECT_EQ(send(), "rrrrS");
    EXPECT_EQ(queue.in_flight(), 4u);
    answer();
    answer();
    EXPECT_EQ(send(), "rrS");
}

TEST_F(Pipeline, NoMoreWaitThanTheLimit)
{
    for (int i = 0; i < 6; ++i)
        add(read);
    EXPECT_EQ(queue.add(read, {}, now + 5s).error(), errc::overloaded);
    send();
    EXPECT_TRUE(queue.add(read, {}, now + 5s).has_value());
}

TEST_F(Pipeline, AnAbandonedOneThatWaitsIsNeverSent)
{
    const auto first = add(write_);
    add(read);
    queue.abandon(first);
    EXPECT_EQ(send(), "rS");
    EXPECT_EQ(queue.load(), 1u);
}

TEST_F(Pipeline, AnAbandonedOneThatWasSentKeepsItsPlaceAndItsAnswerIsSwallowed)
{
    const auto first = add(write_), second = add(read);
    send();
    queue.abandon(first);
    EXPECT_EQ(queue.load(), 2u);
    EXPECT_THAT(answer(), IsEmpty());
    EXPECT_THAT(sync(), IsEmpty());
    EXPECT_THAT(answer(), ElementsAre(ok(second)));
}

TEST_F(Pipeline, WhatIsTooLateAndWasNotSentTimesOutAndIsNeverSent)
{
    const auto first = add(write_, 1s), second = add(read, 1s);
    add(read, 2s);
    EXPECT_THAT(seen(queue.expire(now + 999ms)), IsEmpty());
    EXPECT_THAT(seen(queue.expire(now + 1s)),
                ElementsAre(fails(first, errc::timed_out), fails(second, errc::timed_out)));
    EXPECT_EQ(send(), "rS");
}

TEST_F(Pipeline, AReadThatIsTooLateTimesOutAndItsAnswerIsSwallowed)
{
    const auto who = add(read, 1s);
    send();
    EXPECT_THAT(seen(queue.expire(now + 1s)), ElementsAre(fails(who, errc::timed_out)));
    EXPECT_THAT(seen(queue.expire(now + 2s)), IsEmpty());
    EXPECT_THAT(answer(), IsEmpty());
    sync();
    EXPECT_EQ(queue.load(), 0u);
}

TEST_F(Pipeline, AWriteThatIsTooLateIsLost)
{
    const auto who = add(write_, 1s);
    send();
    EXPECT_THAT(seen(queue.expire(now + 1s)), ElementsAre(fails(who, errc::lost)));
    answer();
    EXPECT_THAT(sync(), IsEmpty());
}

TEST_F(Pipeline, AWriteThatWasAnsweredButNotCommittedIsLostWhenItIsTooLate)
{
    const auto who = add(write_, 1s);
    send();
    answer();
    EXPECT_THAT(seen(queue.expire(now + 1s)), ElementsAre(fails(who, errc::lost)));
    EXPECT_THAT(sync(), IsEmpty());
}

TEST_F(Pipeline, ASkippedReadTimesOutToo)
{
    add(read, 9s);
    const auto second = add(read, 1s);
    send();
    answer(errc::statement_failed);
    queue.aborted();
    EXPECT_THAT(seen(queue.expire(now + 1s)), ElementsAre(fails(second, errc::timed_out)));
    sync();
    EXPECT_EQ(send(), "");
}

TEST_F(Pipeline, WithItsConnectionASentWriteIsLostAndTheRestWaitsAgainInOrder)
{
    const auto first = add(read), second = add(write_), third = add(read);
    send();
    const auto fourth = add(write_);
    EXPECT_THAT(seen(queue.lose()), ElementsAre(fails(second, errc::lost)));
    EXPECT_FALSE(queue.is_owed());

    EXPECT_EQ(send(), "rrSwS");
    EXPECT_THAT(answer(), ElementsAre(ok(first)));
    EXPECT_THAT(answer(), ElementsAre(ok(third)));
    sync();
    answer();
    EXPECT_THAT(sync(), ElementsAre(ok(fourth)));
}

TEST_F(Pipeline, AReadThatLosesASecondConnectionIsNotSentAThirdTime)
{
    const auto first = add(read);
    send();
    EXPECT_THAT(seen(queue.lose()), IsEmpty());
    send();
    EXPECT_THAT(seen(queue.lose()), ElementsAre(fails(first, errc::unavailable)));
    EXPECT_EQ(queue.load(), 0u);
}

TEST_F(Pipeline, SkippedReadsOutliveTheirConnectionInOrder)
{
    add(read);
    const auto second = add(read), third = add(read);
    send();
    answer(errc::statement_failed);
    queue.aborted();
    EXPECT_THAT(seen(queue.lose()), IsEmpty());
    EXPECT_EQ(send(), "rrS");
    EXPECT_THAT(answer(), ElementsAre(ok(second)));
    EXPECT_THAT(answer(), ElementsAre(ok(third)));
}

TEST_F(Pipeline, AWriteThatWasAnsweredButNotCommittedIsLostWithItsConnection)
{
    const auto who = add(write_);
    send();
    answer();
    EXPECT_THAT(seen(queue.lose()), ElementsAre(fails(who, errc::lost)));
}

TEST_F(Pipeline, AWriteThatHadFailedBeforeItsConnectionWasLostHasFailed)
{
    const auto who = add(write_);
    send();
    answer(errc::constraint_violated);
    EXPECT_THAT(seen(queue.lose()), ElementsAre(fails(who, errc::constraint_violated)));
}

TEST_F(Pipeline, AbandonedOnesGoWithTheirConnection)
{
    const auto first = add(read), second = add(write_);
    send();
    queue.abandon(first);
    queue.abandon(second);
    EXPECT_THAT(seen(queue.lose()), IsEmpty());
    EXPECT_EQ(queue.load(), 0u);
    EXPECT_EQ(send(), "");
}

TEST_F(Pipeline, WhatWaitsIsRefusedWhenTheDatabaseIsAway)
{
    const auto first = add(read), second = add(write_);
    EXPECT_THAT(seen(queue.refuse_waiting(errc::unavailable)),
                ElementsAre(fails(first, errc::unavailable), fails(second, errc::unavailable)));
    EXPECT_EQ(queue.load(), 0u);
    EXPECT_EQ(send(), "");
}

TEST_F(Pipeline, APingIsABareSync)
{
    queue.ping();
    EXPECT_EQ(send(), "S");
    EXPECT_TRUE(queue.is_owed());
    EXPECT_FALSE(queue.is_awaited());
    EXPECT_THAT(sync(), IsEmpty());
    EXPECT_FALSE(queue.is_owed());
}

TEST_F(Pipeline, APingIsNeedlessBehindAStatement)
{
    add(read);
    queue.ping();
    EXPECT_EQ(send(), "rS");
    queue.ping();
    EXPECT_EQ(send(), "");
}

TEST_F(Pipeline, APingIsForgottenWithItsConnection)
{
    queue.ping();
    queue.lose();
    EXPECT_EQ(send(), "");
}

TEST_F(Pipeline, IsAwaitedWhileSomebodyWaitsForASentStatement)
{
    const auto first = add(write_);
    EXPECT_FALSE(queue.is_awaited());
    send();
    EXPECT_TRUE(queue.is_awaited());
    answer();
    EXPECT_TRUE(queue.is_awaited());
    queue.abandon(first);
    EXPECT_FALSE(queue.is_awaited());
}

TEST_F(Pipeline, TellsTheStatementThatIsDueAndWhenItWasSent)
{
    add(write_);
    EXPECT_EQ(queue.oldest(), nullptr);
    send();
    now += 1s;
    add(read);
    send();
    EXPECT_EQ(queue.oldest(), &write_);
    EXPECT_EQ(queue.oldest_sent(), now - 1s);
    answer();
    EXPECT_EQ(queue.oldest(), &write_);
    sync();
    EXPECT_EQ(queue.oldest(), &read);
    EXPECT_EQ(queue.oldest_sent(), now);
}

} // namespace
} // namespace rinha::pg
