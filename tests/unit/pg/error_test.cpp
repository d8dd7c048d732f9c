#include "rinha/pg/error.hpp"

#include "pg/sqlstate.hpp"
#include "rinha/core/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace rinha::pg {
namespace {

struct meaning
{
    const char* name;
    errc code;
    failure of;
};

class ErrorCode : public testing::TestWithParam<meaning>
{
};

TEST_P(ErrorCode, MeansAFailureAndHasAText)
{
    const error_code code = GetParam().code;

    EXPECT_TRUE(code == GetParam().of) << code.message();
    EXPECT_EQ(code.message().find("unknown"), std::string::npos);
}

constexpr auto name_of = [](const auto& info) { return std::string{info.param.name}; };

INSTANTIATE_TEST_SUITE_P(All, ErrorCode,
                         testing::Values(meaning{"Unavailable", errc::unavailable, failure::unavailable},
                                         meaning{"TimedOut", errc::timed_out, failure::unavailable},
                                         meaning{"Lost", errc::lost, failure::uncertain},
                                         meaning{"Overloaded", errc::overloaded, failure::overloaded},
                                         meaning{"Data", errc::data_exception, failure::broken},
                                         meaning{"Constraint", errc::constraint_violated, failure::broken},
                                         meaning{"Limit", errc::limit_exceeded, failure::broken},
                                         meaning{"NoResources", errc::no_resources, failure::unavailable},
                                         meaning{"Retry", errc::retry, failure::unavailable},
                                         meaning{"Statement", errc::statement_failed, failure::broken}),
                         name_of);

struct sqlstate
{
    const char* name;
    const char* code;
    errc expected;
};

class Sqlstate : public testing::TestWithParam<sqlstate>
{
};

TEST_P(Sqlstate, IsToldByItsClass) { EXPECT_EQ(from_sqlstate(GetParam().code), GetParam().expected); }

INSTANTIATE_TEST_SUITE_P(
    Codes, Sqlstate,
    testing::Values(
        sqlstate{"UntranslatableCharacter", "22P05", errc::data_exception},
        sqlstate{"UniqueViolation", "23505", errc::constraint_violated},
        sqlstate{"ReadOnlyTransaction", "25006", errc::unavailable},
        sqlstate{"InFailedTransaction", "25P02", errc::statement_failed},
        sqlstate{"SerializationFailure", "40001", errc::retry}, sqlstate{"DeadlockDetected", "40P01", errc::retry},
        sqlstate{"SyntaxError", "42601", errc::statement_failed}, sqlstate{"DiskFull", "53100", errc::no_resources},
        sqlstate{"TooManyConnections", "53300", errc::no_resources},
        sqlstate{"ProgramLimitExceeded", "54000", errc::limit_exceeded},
        sqlstate{"LockNotAvailable", "55P03", errc::retry}, sqlstate{"QueryCanceled", "57014", errc::timed_out},
        sqlstate{"OperatorIntervention", "57000", errc::statement_failed},
        sqlstate{"AdminShutdown", "57P01", errc::unavailable}, sqlstate{"CannotConnectNow", "57P03", errc::unavailable},
        sqlstate{"IoError", "58030", errc::unavailable}, sqlstate{"UndefinedFile", "58P01", errc::unavailable},
        sqlstate{"InternalError", "XX000", errc::statement_failed}, sqlstate{"None", "", errc::statement_failed}),
    name_of);

TEST(SqlstateOfAMissingName, IsOneOfFour)
{
    for (const auto* code : {"42P01", "42703", "42883", "42704"})
        EXPECT_TRUE(is_of_missing_name(code)) << code;
    for (const auto* code : {"42601", "42501", "42P02", "57014", "53200", "22023", "XX000", ""})
        EXPECT_FALSE(is_of_missing_name(code)) << code;
}

TEST(SqlstateOfAnAttempt, SaysWhetherWaitingHelps)
{
    for (const auto* code : {"28000", "28P01", "3D000", "42501"})
        EXPECT_TRUE(is_of_lasting_refusal(code)) << code;
    for (const auto* code : {"", "53300", "55000", "57P03", "08006", "XX000"})
        EXPECT_FALSE(is_of_lasting_refusal(code)) << code;
}

TEST(SqlstateOfAnAttempt, IsFoundInTheVerboseMessage)
{
    static constexpr const char* to = "connection to server at \"db\" (10.0.0.1), port 5432 failed: ";
    const auto in = [](const std::string& rest) { return sqlstate_in(to + rest); };

    EXPECT_EQ(in("FATAL:  3D000: database \"x\" does not exist\nLOCATION:  InitPostgres, postinit.c:885\n"), "3D000");
    EXPECT_EQ(in("FATAL:  28000: role \"a:  57P03: \" does not exist\n"), "28000");
    EXPECT_EQ(in("FATAL:  57P03: later\n") + in("Connection refused\n\tIs the server running?\n"), "57P03");
    EXPECT_EQ(in("FATAL:  57P03: later\n" + (to + std::string("FATAL:  28P01: never\n"))), "28P01");
    EXPECT_EQ(in("FATAL:  sorry\n"), "");
    EXPECT_EQ(sqlstate_in(""), "");
}

} // namespace
} // namespace rinha::pg
