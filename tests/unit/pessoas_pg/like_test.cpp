#include "pessoas_pg/like.hpp"

#include <gtest/gtest.h>

namespace rinha::pessoas_pg {
namespace {

TEST(Like, FindsTheTermAnywhere) { EXPECT_EQ(pattern_containing("ana"), "%ana%"); }

TEST(Like, TakesItsOwnSpecialCharactersAsPlainOnes)
{
    EXPECT_EQ(pattern_containing(R"(100%_\x*(')"), R"(%100\%\_\\x*('%)");
}

struct trigram_case
{
    std::string_view term;
    bool has_one;
    std::string_view why;
};

class Trigram : public testing::TestWithParam<trigram_case>
{
};

TEST_P(Trigram, IsThreeLettersOrDigitsInARow)
{
    EXPECT_EQ(has_trigram(GetParam().term), GetParam().has_one) << GetParam().why;
}

INSTANTIATE_TEST_SUITE_P(Terms, Trigram,
                         testing::Values(trigram_case{"", false, "empty"}, trigram_case{"ab", false, "two letters"},
                                         trigram_case{"abc", true, "three letters"},
                                         trigram_case{"c++", false, "symbols break a run"},
                                         trigram_case{"ab cd", false, "a blank breaks a run"},
                                         trigram_case{"-- x86 --", true, "digits count"},
                                         trigram_case{"éé", false, "two letters of two bytes each"},
                                         trigram_case{"ção", true, "three letters, five bytes"},
                                         trigram_case{"日本", false, "two letters of three bytes each"},
                                         trigram_case{"++++++", false, "symbols only"}));

} // namespace
} // namespace rinha::pessoas_pg
