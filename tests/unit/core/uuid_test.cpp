#include "rinha/core/uuid.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace rinha {
namespace {

using namespace std::chrono_literals;
using namespace std::literals;
using time_point = uuid_v7_generator::time_point;

constexpr auto example = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"sv; // RFC 9562, appendix A.6
constexpr auto example_time = time_point{1'645'557'742'000ms};

// The 60 bits that hold the time: milliseconds << 12 | fraction.
std::uint64_t time_bits(const uuid& id)
{
    std::uint64_t high = 0;
    for (int i = 0; i < 8; ++i)
        high = high << 8U | id.data[i];
    return (high >> 16U) << 12U | (high & 0xFFFU);
}

TEST(ParseUuid, ReadsTheCanonicalFormInEitherCase)
{
    const auto id = parse_uuid(example);
    ASSERT_TRUE(id);
    EXPECT_EQ(to_string(*id), example);

    std::string upper(example);
    std::ranges::transform(upper, upper.begin(), [](char c) { return c >= 'a' ? static_cast<char>(c - 0x20) : c; });
    EXPECT_EQ(parse_uuid(upper), id);
}

TEST(ParseUuid, ReadsWhatItWrites)
{
    uuid id{};
    for (int round = 0; round < 256; ++round) {
        for (std::size_t i = 0; i < id.size(); ++i)
            id.data[i] = static_cast<std::uint8_t>(static_cast<std::size_t>(round) + 37 * i);
        ASSERT_EQ(parse_uuid(to_string(id)), id);
    }
}

TEST(ParseUuid, RefusesEveryOtherForm)
{
    for (const auto text :
         {""sv, "0"sv, "x"sv, "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}"sv, "017f22e279b07cc398c4dc0c0c07398f"sv,
          "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f"sv, "017f22e2-79b0-7cc3-98c4-dc0c0c07398"sv,
          "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0"sv, " 17f22e2-79b0-7cc3-98c4-dc0c0c07398f"sv,
          "017f22e2-79b0-7cc3-98c4-dc0c0c07398\0"sv, "017f22e2-79b0-7cc3-98c4-dc0c0c0739\xC3\xA9"sv,
          "017f22e279b0-7cc3-98c4-dc0c0c07398f-"sv, "017f22e2-79b07-cc3-98c4-dc0c0c07398f"sv})
        EXPECT_FALSE(parse_uuid(text)) << text;
}

TEST(ParseUuid, RefusesAnythingButADigitInAnyPlace)
{
    for (std::size_t i = 0; i < example.size(); ++i) {
        for (int byte = 0; byte < 256; ++byte) {
            const auto c = static_cast<char>(byte);
            const bool fits = example[i] == '-' ? c == '-' : "0123456789abcdefABCDEF"sv.find(c) != std::string::npos;
            std::string text(example);
            text[i] = c;
            ASSERT_EQ(parse_uuid(text).has_value(), fits) << text;
        }
    }
}

TEST(UuidV7, HoldsTheMillisecondsVersionAndVariant)
{
    uuid_v7_generator next;
    const auto text = to_string(next.at(example_time));

    EXPECT_EQ(text.substr(0, 15), "017f22e2-79b0-7"); // the fraction is 0, as the example's is not
    EXPECT_EQ(text.substr(15, 3), "000");
    EXPECT_NE("89ab"sv.find(text[19]), std::string::npos);
}

TEST(UuidV7, HoldsTheFractionOfTheMillisecond)
{
    const auto fraction = [](std::chrono::nanoseconds after) {
        uuid_v7_generator next;
        return time_bits(next.at(example_time + after)) & 0xFFFU;
    };
    EXPECT_EQ(fraction(0ns), 0U);
    EXPECT_EQ(fraction(244ns), 0U);
    EXPECT_EQ(fraction(245ns), 1U);
    EXPECT_EQ(fraction(500'000ns), 2'048U);
    EXPECT_EQ(fraction(999'999ns), 4'095U);
}

TEST(UuidV7, IncreasesWhileTheClockStandsStill)
{
    uuid_v7_generator next;
    uuid last = next.at(example_time);
    for (int i = 0; i < 10'000; ++i) { // past the end of the millisecond's 4,096 fractions
        const uuid id = next.at(example_time);
        ASSERT_LT(last, id);
        ASSERT_EQ(time_bits(id), time_bits(last) + 1);
        last = id;
    }
}

TEST(UuidV7, IncreasesWhenTheClockIsSetBack)
{
    uuid_v7_generator next;
    const uuid before = next.at(example_time);
    const uuid after = next.at(example_time - 1h);
    EXPECT_LT(before, after);
    EXPECT_EQ(time_bits(after), time_bits(before) + 1);
    EXPECT_LT(after, next.at(example_time + 1ms));
}

TEST(UuidV7, GoesOnAfterTheIdsOfAnotherGenerator)
{
    uuid_v7_generator earlier;
    const uuid last = earlier.at(example_time + 1h);
    uuid_v7_generator next;
    next.start_after(last);
    EXPECT_EQ(time_bits(next.at(example_time)), time_bits(last) + 1);

    next.start_after(last); // too late to matter
    EXPECT_EQ(time_bits(next.at(example_time)), time_bits(last) + 2);
}

TEST(UuidV7, TextsAreInTheOrderOfTheIds)
{
    uuid_v7_generator next;
    std::string last;
    for (int i = 0; i < 1'000; ++i) {
        const auto text = to_string(next());
        ASSERT_LT(last, text);
        last = text;
    }
}

TEST(UuidV7, OfTwoGeneratorsAtOneTimeDiffer)
{
    std::set<uuid> ids;
    for (int i = 0; i < 1'000; ++i) {
        uuid_v7_generator next;
        EXPECT_TRUE(ids.insert(next.at(example_time)).second);
    }
}

TEST(UuidV7, SetsEachRandomBitAboutHalfTheTime)
{
    uuid_v7_generator next;
    constexpr int rounds = 4'096;
    std::array<int, 64> set{};
    for (int i = 0; i < rounds; ++i) {
        const uuid id = next.at(example_time);
        for (std::size_t bit = 0; bit < 64; ++bit)
            set[bit] += id.data[8 + bit / 8] >> (7 - bit % 8) & 1;
    }
    EXPECT_EQ(set[0], rounds); // the variant
    EXPECT_EQ(set[1], 0);
    for (std::size_t bit = 2; bit < 64; ++bit) {
        EXPECT_GT(set[bit], rounds / 2 - 320) << bit; // ten standard deviations
        EXPECT_LT(set[bit], rounds / 2 + 320) << bit;
    }
}

} // namespace
} // namespace rinha
