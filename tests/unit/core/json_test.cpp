#include "rinha/core/json.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace rinha {
namespace {

using namespace std::literals;

std::string as_json(std::string_view text)
{
    std::string out;
    append_json_string(out, text);
    return out;
}

// How RFC 8259 section 7 has one byte written, in the shortest way.
std::string expected(unsigned char byte)
{
    switch (byte) {
    case '"':
        return R"(\")";
    case '\\':
        return R"(\\)";
    case '\b':
        return R"(\b)";
    case '\f':
        return R"(\f)";
    case '\n':
        return R"(\n)";
    case '\r':
        return R"(\r)";
    case '\t':
        return R"(\t)";
    default:
        break;
    }
    if (byte >= 0x20)
        return {static_cast<char>(byte)};
    return std::string(byte < 0x10 ? R"(\u000)" : R"(\u001)") + "0123456789abcdef"[byte % 16];
}

TEST(AppendJsonString, QuotesAndAppends)
{
    std::string out = "[";
    append_json_string(out, "ana");
    append_json_string(out, "");
    EXPECT_EQ(out, R"(["ana""")");
}

TEST(AppendJsonString, EscapesEachByteThatMustBeAndNoOther)
{
    for (unsigned byte = 0; byte < 256; ++byte) {
        const std::string text(1, static_cast<char>(byte));
        ASSERT_EQ(as_json(text), '"' + expected(static_cast<unsigned char>(byte)) + '"') << byte;
    }
}

TEST(AppendJsonString, EscapesAtEveryPlaceOfEveryLength)
{
    for (const char c : "\0\x01\x1F\"\\\n"sv) {
        for (std::size_t length = 1; length <= 40; ++length) {
            for (std::size_t place = 0; place < length; ++place) {
                std::string text(length, '\x20'); // the least that is not escaped
                text[place] = c;
                const auto escaped = expected(static_cast<unsigned char>(c));
                ASSERT_EQ(as_json(text),
                          '"' + std::string(place, ' ') + escaped + std::string(length - place - 1, ' ') + '"');
            }
        }
    }
}

TEST(AppendJsonString, EscapesNeighbours)
{
    EXPECT_EQ(as_json("\x01\x02\"\"\\\\\x1F\x1E....\x01\x02"), R"("\u0001\u0002\"\"\\\\\u001f\u001e....\u0001\u0002")");
}

TEST(AppendJsonString, LeavesUtf8AsItIs)
{
    for (const auto text : {"José"sv, "日本語日本語日本語"sv, "😀😀😀😀"sv, "\x7F\u0080\u2028\u2029\uFEFF\U0010FFFF"sv})
        EXPECT_EQ(as_json(text), '"' + std::string(text) + '"');
}

} // namespace
} // namespace rinha
