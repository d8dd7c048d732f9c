#include "rinha/core/text.hpp"

#include <gtest/gtest.h>
#include <utf8proc.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace rinha {
namespace {

using namespace std::literals;

std::string utf8(std::int32_t code_point)
{
    std::array<utf8proc_uint8_t, 4> bytes{};
    const auto size = utf8proc_encode_char(code_point, bytes.data());
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(size)};
}

TEST(CountCodePoints, CountsCharactersNotBytes)
{
    EXPECT_EQ(count_code_points(""), 0U);
    EXPECT_EQ(count_code_points("ana"), 3U);
    EXPECT_EQ(count_code_points("José"), 4U);
    EXPECT_EQ(count_code_points("日本語"), 3U);
    EXPECT_EQ(count_code_points("😀😀"), 2U);
    EXPECT_EQ(count_code_points("a\0b"sv), 3U);
}

TEST(CountCodePoints, CountsACombiningMarkByItself) { EXPECT_EQ(count_code_points("e\u0301"), 2U); }

TEST(IsValidUtf8, AcceptsTheBordersOfEachLength)
{
    for (const std::int32_t code_point : {0x0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF})
        EXPECT_TRUE(is_valid_utf8("a" + utf8(code_point) + "b")) << std::hex << code_point;
    EXPECT_TRUE(is_valid_utf8(""));
}

TEST(IsValidUtf8, RefusesEachKindOfBrokenText)
{
    struct broken
    {
        std::string_view what;
        std::string_view text;
    };
    for (const auto& [what, text] : {
             broken{"a continuation byte alone", "a\x80"},
             broken{"two bytes, cut short", "\xC3"},
             broken{"three bytes, cut short", "\xE2\x82"},
             broken{"four bytes, cut short", "\xF0\x9F\x98"},
             broken{"two bytes, the second no continuation", "\xC3("},
             broken{"overlong slash in two bytes", "\xC0\xAF"},
             broken{"overlong NUL in two bytes", "\xC0\x80"},
             broken{"overlong slash in three bytes", "\xE0\x80\xAF"},
             broken{"overlong slash in four bytes", "\xF0\x80\x80\xAF"},
             broken{"the first surrogate", "\xED\xA0\x80"},
             broken{"the last surrogate", "\xED\xBF\xBF"},
             broken{"above U+10FFFF", "\xF4\x90\x80\x80"},
             broken{"a lead byte of five", "\xF8\x88\x80\x80\x80"},
             broken{"0xFE", "\xFE"},
             broken{"0xFF", "\xFF"},
         })
        EXPECT_FALSE(is_valid_utf8(text)) << what;
}

TEST(FoldCase, FoldsInFull)
{
    EXPECT_EQ(fold_case("ANA"), "ana");
    EXPECT_EQ(fold_case("STRASSE"), fold_case("straße"));
    EXPECT_EQ(fold_case("Ὀδυσσεύς"), fold_case("ὈΔΥΣΣΕΎΣ"));
    EXPECT_EQ(fold_case("İ"), "i\u0307");
    EXPECT_EQ(fold_case("ﬃ"), "ffi");
}

TEST(FoldCase, KeepsAccents)
{
    EXPECT_EQ(fold_case("JOSÉ"), "josé");
    EXPECT_NE(fold_case("José"), fold_case("Jose"));
}

TEST(FoldCase, DoesNotNormalise)
{
    EXPECT_EQ(fold_case("E\u0301"), "e\u0301");
    EXPECT_EQ(fold_case("\u00E9"), "\u00E9");
    EXPECT_EQ(fold_case("\uAC00\u1100\u1161"), "\uAC00\u1100\u1161"); // Hangul, composed and not
}

TEST(FoldCase, LetsControlCharactersPass)
{
    std::string controls;
    for (char c = 0; c < 0x20; ++c)
        controls.push_back(c);
    controls += "\x7F\u0080\u009F\u00AD\u200B\uFEFF";

    EXPECT_EQ(fold_case(controls), controls);
}

TEST(FoldCase, ChangesNoAsciiButTheCapitals)
{
    for (char c = 0; c < 0x7F; ++c) {
        const char expected = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        EXPECT_EQ(fold_case(std::string(1, c)), std::string(1, expected));
        EXPECT_EQ(fold_case("é" + std::string(1, c)), "é" + std::string(1, expected));
    }
}

TEST(FoldCase, AgreesWithPythonOnEveryCharacterOfUnicode)
{
    std::ifstream table(CASE_FOLDING);
    std::size_t compared = 0;
    for (std::string line; std::getline(table, line);) {
        std::istringstream numbers(line);
        std::int32_t code_point = 0;
        numbers >> std::hex >> code_point;
        std::string expected;
        for (std::int32_t part = 0; numbers >> part;)
            expected += utf8(part);

        // The two may know different versions of Unicode. Once assigned, a character's folding never changes.
        if (utf8proc_category(code_point) == UTF8PROC_CATEGORY_CN)
            continue;
        ASSERT_EQ(fold_case(utf8(code_point)), expected) << line;
        ++compared;
    }
    EXPECT_GT(compared, 140'000U);
}

TEST(FoldCase, OfEveryCodePointIsIdempotentAndAtMostThreeTimesAsLong)
{
    for (std::int32_t code_point = 0; code_point < 0x110000; ++code_point) {
        if (code_point >= 0xD800 && code_point < 0xE000)
            continue;
        const auto folded = fold_case(utf8(code_point));
        ASSERT_LE(count_code_points(folded), 3U) << std::hex << code_point;
        ASSERT_EQ(fold_case(folded), folded) << std::hex << code_point;
        if (utf8proc_category(code_point) == UTF8PROC_CATEGORY_CN) {
            ASSERT_EQ(folded, utf8(code_point)) << std::hex << code_point;
        }
    }
}

} // namespace
} // namespace rinha
