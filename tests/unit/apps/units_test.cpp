#include "apps/pessoas_api/units.hpp"

#include <gtest/gtest.h>

namespace rinha::pessoas_api {
namespace {

using namespace std::chrono_literals;

TEST(Duration, IsAWholeNumberAndAUnit)
{
    EXPECT_EQ(parse_duration("250us"), 250us);
    EXPECT_EQ(parse_duration("20ms"), 20ms);
    EXPECT_EQ(parse_duration("5s"), 5s);
    EXPECT_EQ(parse_duration("2m"), 2min);
    EXPECT_EQ(parse_duration("0s"), 0us);
    EXPECT_EQ(parse_duration("1440m"), 24h);
}

TEST(Duration, IsNothingElse)
{
    for (const char* text :
         {"", "5", "s", "5 s", " 5s", "5s ", "-5s", "+5s", "1.5s", "5S", "5sec", "0x5s", "1e3ms", "1441m",
          "86400000001us", "9223372036854775807s", "9223372036854775807us", "99999999999999999999us"})
        EXPECT_FALSE(parse_duration(text)) << '"' << text << '"';
}

TEST(Duration, IsWrittenInTheLargestUnitThatGivesAWholeNumber)
{
    EXPECT_EQ(to_text(1'500us), "1500us");
    EXPECT_EQ(to_text(2'000us), "2ms");
    EXPECT_EQ(to_text(75s), "75s");
    EXPECT_EQ(to_text(120s), "2m");
    EXPECT_EQ(to_text(0us), "0us");
}

TEST(Bytes, AreAWholeNumberWithOrWithoutAUnit)
{
    EXPECT_EQ(parse_bytes("4096"), 4'096U);
    EXPECT_EQ(parse_bytes("64KiB"), 65'536U);
    EXPECT_EQ(parse_bytes("1MiB"), 1'048'576U);
    EXPECT_EQ(parse_bytes("1048576MiB"), max_bytes);
}

TEST(Bytes, AreNothingElse)
{
    for (const char* text :
         {"", "KiB", "64 KiB", "64kb", "64K", "-1", "1.5MiB", "1048577MiB", "1099511627777", "9223372036854775807MiB"})
        EXPECT_FALSE(parse_bytes(text)) << '"' << text << '"';
}

TEST(Bytes, AreWrittenInTheLargestUnitThatGivesAWholeNumber)
{
    EXPECT_EQ(bytes_to_text(1'000), "1000");
    EXPECT_EQ(bytes_to_text(16 * 1024), "16KiB");
    EXPECT_EQ(bytes_to_text(3 * 1024 * 1024), "3MiB");
}

} // namespace
} // namespace rinha::pessoas_api
