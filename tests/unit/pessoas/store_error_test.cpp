#include "rinha/pessoas/store_error.hpp"

#include "rinha/core/error.hpp"

#include <gmock/gmock.h>

namespace rinha::pessoas {
namespace {

using testing::HasSubstr;

struct meaning
{
    store_errc value;
    failure condition;
};

class StoreError : public testing::TestWithParam<meaning>
{
};

TEST_P(StoreError, MeansOneFailure)
{
    EXPECT_EQ(error_code(GetParam().value), make_error_condition(GetParam().condition));
}

INSTANTIATE_TEST_SUITE_P(All, StoreError,
                         testing::Values(meaning{store_errc::away, failure::unavailable},
                                         meaning{store_errc::too_late, failure::unavailable},
                                         meaning{store_errc::full, failure::unavailable},
                                         meaning{store_errc::unconfirmed, failure::uncertain},
                                         meaning{store_errc::overloaded, failure::overloaded},
                                         meaning{store_errc::refused, failure::broken}));

TEST(StoreErrorMessage, OfAnUnconfirmedCreationSaysThatThePersonMayExist)
{
    EXPECT_THAT(error_code(store_errc::unconfirmed).message(), HasSubstr("the person may have been created"));
}

} // namespace
} // namespace rinha::pessoas
