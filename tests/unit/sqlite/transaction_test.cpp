#include "rinha/sqlite/transaction.hpp"

#include "rinha/sqlite/error.hpp"
#include "unit/sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

namespace rinha::sqlite {
namespace {

class Transaction : public testing::Test
{
protected:
    Transaction() { db_.execute("CREATE TABLE t (x)").value(); }

    std::int64_t rows() { return db_.integer("SELECT count(*) FROM t").value(); }

    rinha::support::temporary_folder folder_;
    database db_ = open_in(folder_);
};

TEST_F(Transaction, LastsWhenCommitted)
{
    auto both = transaction::begin(db_).value();
    ASSERT_TRUE(db_.execute("INSERT INTO t VALUES (1); INSERT INTO t VALUES (2)"));
    ASSERT_TRUE(both.commit());

    EXPECT_EQ(rows(), 2);
}

TEST_F(Transaction, IsUndoneUnlessCommitted)
{
    {
        auto undone = transaction::begin(db_).value();
        const auto moved = std::move(undone);
        ASSERT_TRUE(db_.execute("INSERT INTO t VALUES (1)"));
    }
    EXPECT_EQ(rows(), 0);
    EXPECT_TRUE(transaction::begin(db_)); // nothing of it is left
}

TEST_F(Transaction, KeepsOtherWritersOutFromItsBeginning)
{
    database other = open_in(folder_);
    const auto held = transaction::begin(db_).value();

    EXPECT_EQ(transaction::begin(other).error(), errc::busy);
}

TEST_F(Transaction, ThatFillsTheDiskHasNoEffectAndTheNextOneWorks)
{
    ASSERT_TRUE(db_.use_wal());
    ASSERT_TRUE(db_.execute("PRAGMA max_page_count = 10"));
    {
        auto large = transaction::begin(db_).value();
        EXPECT_EQ(db_.execute("INSERT INTO t VALUES (1); INSERT INTO t VALUES (zeroblob(100000))").error(), errc::full);
    }
    EXPECT_EQ(rows(), 0);

    auto small = transaction::begin(db_).value();
    ASSERT_TRUE(db_.execute("INSERT INTO t VALUES (1)"));
    ASSERT_TRUE(small.commit());
    EXPECT_EQ(rows(), 1);
}

} // namespace
} // namespace rinha::sqlite
