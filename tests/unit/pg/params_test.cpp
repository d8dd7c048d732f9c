#include "rinha/pg/params.hpp"

#include <boost/uuid/uuid.hpp>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace rinha::pg {
namespace {

using namespace std::chrono;
using namespace std::string_literals;

constexpr uuid some_id{
    {0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0xff}};
const std::string some_id_bytes = "\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\xff"s;

std::string only(const params& of)
{
    EXPECT_EQ(of.size(), 1);
    return {of.data(0), static_cast<std::size_t>(of.length(0))};
}

TEST(Params, ATextIsItsBytes) { EXPECT_EQ(only(params{}.add("é")), "é"); }

TEST(Params, AnEmptyTextIsNotNull) // which a null pointer would mean
{
    const auto empty = params{}.add("");
    EXPECT_NE(empty.data(0), nullptr);
    EXPECT_EQ(empty.length(0), 0);
}

TEST(Params, IntegersAreBigEndian)
{
    EXPECT_EQ(only(params{}.add(std::int64_t{-2})), "\xff\xff\xff\xff\xff\xff\xff\xfe"s);
    EXPECT_EQ(only(params{}.add(std::int64_t{0x0102030405060708})), "\x01\x02\x03\x04\x05\x06\x07\x08"s);
}

TEST(Params, AnIdIsItsBytes) { EXPECT_EQ(only(params{}.add(some_id)), some_id_bytes); }

TEST(Params, ADateIsItsDaysSince2000)
{
    EXPECT_EQ(only(params{}.add(2000y / January / 1)), "\0\0\0\0"s);
    EXPECT_EQ(only(params{}.add(1999y / December / 31)), "\xff\xff\xff\xff"s);
    EXPECT_EQ(only(params{}.add(9999y / December / 31)), "\x00\x2c\x95\xd3"s); // 2,921,939
    EXPECT_EQ(only(params{}.add(1y / January / 1)), "\xff\xf4\xdb\xf9"s);      // -730,119
}

TEST(Params, AnArrayOfTextsHasItsTypeItsLengthAndThatOfEachItem)
{
    const std::array<std::string_view, 3> texts{"a", "", "bc"};
    EXPECT_EQ(only(params{}.add(std::span{texts})), "\0\0\0\x01"
                                                    "\0\0\0\0"
                                                    "\0\0\0\x19" // 25
                                                    "\0\0\0\x03"
                                                    "\0\0\0\x01"
                                                    "\0\0\0\x01"
                                                    "a"
                                                    "\0\0\0\0"
                                                    "\0\0\0\x02"
                                                    "bc"s);
}

TEST(Params, AnEmptyArrayHasNoDimension)
{
    EXPECT_EQ(only(params{}.add(std::span<const std::string_view>{})), "\0\0\0\0\0\0\0\0\0\0\0\x19"s);
}

TEST(Params, AnArrayOfIdsHasThemBehindTheirLengths)
{
    const std::array ids{some_id};
    EXPECT_EQ(only(params{}.add(std::span{ids})),
              "\0\0\0\x01\0\0\0\0\0\0\x0b\x86\0\0\0\x01\0\0\0\x01\0\0\0\x10"s + some_id_bytes); // 2950
}

TEST(Params, AnArrayOfDatesHasThemBehindTheirLengths)
{
    const std::array<date, 1> dates{2000y / January / 2};
    EXPECT_EQ(only(params{}.add(std::span{dates})),
              "\0\0\0\x01\0\0\0\0\0\0\x04\x3a\0\0\0\x01\0\0\0\x01\0\0\0\x04\0\0\0\x01"s); // 1082
}

TEST(Params, KeepTheirOrder)
{
    const auto all = params{}.add("ab").add("").add(std::int64_t{1}).add("c");

    ASSERT_EQ(all.size(), 4);
    EXPECT_EQ((std::string{all.data(0), 2}), "ab");
    EXPECT_EQ(all.length(1), 0);
    EXPECT_EQ(all.length(2), 8);
    EXPECT_EQ((std::string{all.data(3), 1}), "c");
    EXPECT_EQ(all.bytes(), 11u);
}

} // namespace
} // namespace rinha::pg
