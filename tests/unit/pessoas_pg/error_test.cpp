#include "rinha/pessoas_pg/error.hpp"

#include "rinha/core/error.hpp"

#include <gmock/gmock.h>

namespace rinha::pessoas_pg {
namespace {

using testing::HasSubstr;

struct meaning
{
    errc value;
    failure condition;
};

class StoreError : public testing::TestWithParam<meaning>
{
};

TEST_P(StoreError, MeansOneFailure)
{
    EXPECT_EQ(error_code(GetParam().value), make_error_condition(GetParam().condition));
}

INSTANTIATE_TEST_SUITE_P(
    All, StoreError,
    testing::Values(meaning{errc::away, failure::unavailable}, meaning{errc::too_late, failure::unavailable},
                    meaning{errc::full, failure::unavailable}, meaning{errc::unconfirmed, failure::uncertain},
                    meaning{errc::overloaded, failure::overloaded}, meaning{errc::refused, failure::broken}));

TEST(StoreErrorMessage, OfAnUnconfirmedCreationSaysThatThePersonMayExist)
{
    EXPECT_THAT(error_code(errc::unconfirmed).message(), HasSubstr("the person may have been created"));
}

} // namespace
} // namespace rinha::pessoas_pg
