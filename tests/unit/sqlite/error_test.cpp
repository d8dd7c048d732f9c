#include "rinha/sqlite/error.hpp"

#include "rinha/core/error.hpp"
#include "sqlite/result_code.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <set>
#include <string>

namespace rinha::sqlite {
namespace {

struct meaning
{
    int result_code;
    errc error;
    failure condition;
};

class ResultCode : public testing::TestWithParam<meaning>
{
};

TEST_P(ResultCode, HasAnErrorAndACondition)
{
    const error_code error = error_of(GetParam().result_code);

    EXPECT_EQ(error, GetParam().error);
    EXPECT_TRUE(error == make_error_condition(GetParam().condition)) << error.default_error_condition().message();
}

INSTANTIATE_TEST_SUITE_P(All, ResultCode,
                         testing::Values(meaning{SQLITE_BUSY, errc::busy, failure::unavailable},
                                         meaning{SQLITE_BUSY_RECOVERY, errc::busy, failure::unavailable},
                                         meaning{SQLITE_LOCKED, errc::busy, failure::unavailable},
                                         meaning{SQLITE_PROTOCOL, errc::busy, failure::unavailable},
                                         meaning{SQLITE_FULL, errc::full, failure::unavailable},
                                         meaning{SQLITE_IOERR_FSYNC, errc::io, failure::unavailable},
                                         meaning{SQLITE_IOERR_SHMSIZE, errc::io, failure::unavailable},
                                         meaning{SQLITE_CANTOPEN, errc::cannot_open, failure::unavailable},
                                         meaning{SQLITE_READONLY_DBMOVED, errc::read_only, failure::unavailable},
                                         meaning{SQLITE_INTERRUPT, errc::interrupted, failure::unavailable},
                                         meaning{SQLITE_NOMEM, errc::no_memory, failure::overloaded},
                                         meaning{SQLITE_NOTADB, errc::not_a_database, failure::broken},
                                         meaning{SQLITE_CORRUPT_VTAB, errc::corrupt, failure::broken},
                                         meaning{SQLITE_CONSTRAINT_UNIQUE, errc::constraint, failure::broken},
                                         meaning{SQLITE_ERROR, errc::failed, failure::broken},
                                         meaning{SQLITE_MISUSE, errc::failed, failure::broken}));

TEST(Error, HasAMessageOfItsOwn)
{
    std::set<std::string> messages;
    for (int value = static_cast<int>(errc::busy); value <= static_cast<int>(errc::failed); ++value)
        EXPECT_TRUE(messages.insert(category().message(value)).second) << value;
    EXPECT_FALSE(messages.contains(category().message(0)));
}

TEST(Error, OfAMoveIsUnavailableAndOfANewerSchemaBroken)
{
    EXPECT_TRUE(make_error_code(errc::moved) == make_error_condition(failure::unavailable));
    EXPECT_TRUE(make_error_code(errc::newer_schema) == make_error_condition(failure::broken));
}

} // namespace
} // namespace rinha::sqlite
