#include "pg/pipeline.hpp"

#include <gtest/gtest.h>

#include <string>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;

const statement read{"r", "select", {oids::text}, true};
const statement write_{"w", "insert", {oids::text}, false};

class PipelineOfTenBytes : public testing::Test
{
protected:
    result<pipeline::ticket> add(const statement& what, std::size_t bytes)
    {
        return queue.add(what, std::move(params{}.add(std::string(bytes, 'x'))), clock::time_point{5s});
    }

    void send()
    {
        while (queue.next(clock::time_point{}))
            ;
    }

    pipeline queue{{.bytes = 10}};
};

TEST_F(PipelineOfTenBytes, TakesNoMoreWhetherTheyWaitOrAreSent)
{
    EXPECT_TRUE(add(read, 4));
    EXPECT_TRUE(add(write_, 6));
    EXPECT_EQ(add(read, 1).error(), errc::overloaded);
    EXPECT_TRUE(add(read, 0));
    send();
    EXPECT_EQ(add(read, 1).error(), errc::overloaded);
    EXPECT_EQ(queue.bytes(), 10u);
}

TEST_F(PipelineOfTenBytes, HasRoomAgainAfterAnAnswerACommitAnAbandonedWaitOrALoss)
{
    add(read, 1);
    add(write_, 2);
    const auto third = add(read, 3).value();
    add(write_, 4);
    queue.abandon(third);
    EXPECT_EQ(queue.bytes(), 7u);
    send();
    queue.answered(rows{nullptr});
    EXPECT_EQ(queue.bytes(), 6u);
    queue.synced();
    queue.answered(rows{nullptr});
    EXPECT_EQ(queue.bytes(), 6u);
    queue.synced();
    EXPECT_EQ(queue.bytes(), 4u);
    queue.lose();
    EXPECT_EQ(queue.bytes(), 0u);
    EXPECT_TRUE(add(read, 10));
}

TEST_F(PipelineOfTenBytes, CountsAnAbandonedStatementThatWasSent)
{
    const auto first = add(write_, 10).value();
    send();
    queue.abandon(first);
    EXPECT_EQ(add(read, 1).error(), errc::overloaded);
}

TEST_F(PipelineOfTenBytes, TakesALargerStatementAlone)
{
    EXPECT_TRUE(add(write_, 11));
    EXPECT_EQ(add(read, 0).error(), errc::overloaded);
    send();
    queue.answered(rows{nullptr});
    queue.synced();
    EXPECT_TRUE(add(write_, 11));
}

} // namespace
} // namespace rinha::pg
