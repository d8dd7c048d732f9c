#include "rinha/core/error.hpp"
#include "rinha/core/result.hpp"

#include <gtest/gtest.h>

namespace rinha {
namespace {

TEST(Failure, IsAnErrorConditionOfItsOwnCategory)
{
    const boost::system::error_condition condition = failure::overloaded;

    EXPECT_EQ(condition.category(), failure_category());
    EXPECT_EQ(condition.message(), "overloaded");
}

TEST(Failure, IsNotMetByAnUnrelatedError)
{
    const error_code unrelated = make_error_code(boost::system::errc::broken_pipe);

    EXPECT_FALSE(unrelated == make_error_condition(failure::broken));
}

} // namespace
} // namespace rinha
