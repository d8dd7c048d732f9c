#include "rinha/sqlite/statement.hpp"

#include "rinha/sqlite/error.hpp"
#include "unit/sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace rinha::sqlite {
namespace {

class Statement : public testing::Test
{
protected:
    rinha::support::temporary_folder folder_;
    database db_ = open_in(folder_);
};

TEST_F(Statement, GivesBackIntegersTextAndIds)
{
    auto echo = db_.prepare("SELECT ?1, ?2, ?3").value();
    const std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
    const std::string_view text = "José ☃ 😀 'quoted'";
    const uuid id = parse_uuid("01890a5d-ac96-774b-bcce-b302099a8057").value();

    auto rows = echo.start(smallest, text, id);

    ASSERT_TRUE(rows.next().value());
    EXPECT_EQ(rows.integer(0), smallest);
    EXPECT_EQ(rows.text(1), text);
    EXPECT_EQ(rows.id(2), id);
    EXPECT_FALSE(rows.next().value());
}

TEST_F(Statement, BindsAnEmptyTextAsTextNotAsNull)
{
    auto is_null = db_.prepare("SELECT ?1 IS NULL").value();

    auto rows = is_null.start(std::string_view());

    ASSERT_TRUE(rows.next().value());
    EXPECT_EQ(rows.integer(0), 0);
}

TEST_F(Statement, ReadsNullAsEmptyText)
{
    auto null = db_.prepare("SELECT NULL").value();
    auto rows = null.start();

    ASSERT_TRUE(rows.next().value());
    EXPECT_EQ(rows.text(0), "");
}

TEST_F(Statement, IsExecutedAgainAfterAnExecutionThatWasLeftHalfway)
{
    auto numbers = db_.prepare("VALUES (?1), (?1 + 1)").value();
    for (const std::int64_t first : {1, 10}) {
        auto rows = numbers.start(first);
        ASSERT_TRUE(rows.next().value());
        EXPECT_EQ(rows.integer(0), first);
    }
}

TEST_F(Statement, LeavesNoLockBehindWhenItsRowsAreLeftHalfway)
{
    ASSERT_TRUE(db_.execute("CREATE TABLE t (n); INSERT INTO t VALUES (1), (2)"));
    auto all = db_.prepare("SELECT n FROM t").value();
    ASSERT_TRUE(all.start().next().value());

    database other = open_in(folder_);
    EXPECT_TRUE(other.execute("INSERT INTO t VALUES (3)")); // in rollback mode a reader would stop it
}

TEST_F(Statement, TellsAnErrorOnceAndWorksAfterwards)
{
    ASSERT_TRUE(db_.execute("CREATE TABLE t (n UNIQUE)"));
    auto insert = db_.prepare("INSERT INTO t VALUES (?1)").value();

    EXPECT_TRUE(insert.run(std::int64_t{1}));
    EXPECT_EQ(insert.run(std::int64_t{1}).error(), errc::constraint);
    EXPECT_TRUE(insert.run(std::int64_t{2}));
    EXPECT_EQ(db_.integer("SELECT count(*) FROM t").value(), 2);
}

} // namespace
} // namespace rinha::sqlite
