#include "rinha/core/date.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

namespace rinha {
namespace {

using namespace std::literals;

std::string text_of(date value)
{
    std::array<char, 10> text{};
    EXPECT_EQ(write(value, text.data()), text.data() + text.size());
    return {text.data(), text.size()};
}

TEST(ParseDate, ReadsEveryDayOfTheCalendarAndWritesItBack)
{
    using namespace std::chrono;
    for (auto day = sys_days(year(1) / 1 / 1); day <= sys_days(year(9999) / 12 / 31); day += days(1)) {
        const date value = day;
        const auto text = text_of(value);
        ASSERT_EQ(parse_date(text), value) << text;
    }
}

TEST(ParseDate, KnowsLeapYears)
{
    EXPECT_TRUE(parse_date("2000-02-29"));
    EXPECT_TRUE(parse_date("2024-02-29"));
    EXPECT_TRUE(parse_date("0004-02-29"));
    EXPECT_FALSE(parse_date("1900-02-29"));
    EXPECT_FALSE(parse_date("2023-02-29"));
}

TEST(ParseDate, GoesFromYear1To9999)
{
    EXPECT_TRUE(parse_date("0001-01-01"));
    EXPECT_TRUE(parse_date("9999-12-31"));
    EXPECT_FALSE(parse_date("0000-01-01"));
    EXPECT_FALSE(parse_date("0000-12-31"));
}

TEST(ParseDate, HasNoGapInTheYear1582)
{
    EXPECT_TRUE(parse_date("1582-10-10")); // the proleptic calendar has the ten days that October 1582 had not
}

TEST(ParseDate, RefusesDaysThatAreNot)
{
    for (const auto text : {"2000-13-01", "2000-00-01", "2000-01-00", "2000-01-32", "2023-02-30", "2023-04-31",
                            "2023-06-31", "2023-09-31", "2023-11-31", "2023-99-99"})
    {
        EXPECT_TRUE(has_date_form(text)) << text;
        EXPECT_FALSE(parse_date(text)) << text;
    }
}

TEST(ParseDate, RefusesEveryOtherForm)
{
    for (const auto text : {""sv,
                            "12-12-2000"sv,
                            "2000-1-1"sv,
                            "?!?!?"sv,
                            " 2000-01-01"sv,
                            "2000-01-01 "sv,
                            "2000-01-01T"sv,
                            "2000/01/01"sv,
                            "2000-01/01"sv,
                            "20000101"sv,
                            "2000-0101"sv,
                            "-200-01-01"sv,
                            "+200-01-01"sv,
                            "2000-+1-01"sv,
                            "2000-01- 1"sv,
                            "2000-1a-01"sv,
                            "20a0-01-01"sv,
                            "2000-01-0:"sv,
                            "2000-01-0/"sv,
                            "12000-01-01"sv,
                            "2000-01-01\0"sv,
                            "2000-01-0\0"sv,
                            "２０００-01"sv,
                            "2000-01-٣"sv})
    {
        EXPECT_FALSE(has_date_form(text)) << text;
        EXPECT_FALSE(parse_date(text)) << text;
    }
}

} // namespace
} // namespace rinha
