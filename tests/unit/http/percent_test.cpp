#include "http/percent.hpp"

#include <gtest/gtest.h>

namespace rinha::http {
namespace {

TEST(PercentDecode, TakesBothCasesOfTheDigits) { EXPECT_EQ(percent_decode("%C3%a9"), "\xC3\xA9"); }

TEST(PercentDecode, LeavesTheRestAlone) { EXPECT_EQ(percent_decode("a+b/\xC3\xA9"), "a+b/\xC3\xA9"); }

TEST(PercentDecode, DecodesOnce) { EXPECT_EQ(percent_decode("%2541"), "%41"); }

TEST(PercentDecode, GivesNulAsItIs) { EXPECT_EQ(percent_decode("%00"), std::string(1, '\0')); }

TEST(PercentDecode, RefusesAPercentWithoutTwoDigits)
{
    for (const char* const broken : {"%", "a%", "%4", "%4g", "%g4", "% 41", "%%41"})
        EXPECT_EQ(percent_decode(broken), std::nullopt) << broken;
}

} // namespace
} // namespace rinha::http
