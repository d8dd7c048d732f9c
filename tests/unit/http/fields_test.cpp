#include "http/fields.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace rinha::http {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> elements_of(std::string_view list)
{
    std::vector<std::string> all;
    while (const auto element = next_element(list))
        all.emplace_back(*element);
    return all;
}

TEST(Lists, AreTakenApartAtTheCommas)
{
    EXPECT_THAT(elements_of("a"), ElementsAre("a"));
    EXPECT_THAT(elements_of(" a b ,\tc"), ElementsAre("a b", "c"));
    EXPECT_THAT(elements_of(",, a,,"), ElementsAre("a"));
    EXPECT_THAT(elements_of(" \t"), IsEmpty());
}

TEST(Tokens, HaveNoSeparatorsControlsOrOtherAlphabets)
{
    EXPECT_TRUE(is_token("aZ09!#$%&'*+-.^_`|~"));
    for (const std::string_view not_one :
         {"", "a b", "a:", "a\t", "\xC3\xA9", "(a)", "a/b", "a=b", "\"a\"", "a@b", "a\x7F"})
        EXPECT_FALSE(is_token(not_one)) << not_one;
}

TEST(Lengths, AreDigitsThatFit)
{
    EXPECT_EQ(parse_length("0"), 0U);
    EXPECT_EQ(parse_length("18446744073709551615"), 18'446'744'073'709'551'615U);
    for (const std::string_view not_one : {"", "-1", "+1", " 1", "1 ", "0x1", "1a", "18446744073709551616"})
        EXPECT_EQ(parse_length(not_one), std::nullopt) << not_one;
}

TEST(Hosts, AreNamesAndAddressesWithAPort)
{
    for (const std::string_view host : {"", "a.b-c:80", "127.0.0.1", "[::1]:80", "x_y", "%41"})
        EXPECT_TRUE(is_plausible_host(host)) << host;
    for (const std::string_view host : {"a b", "a/b", "a?b", "user@a", "a#b", "<a>", "a\\b", "\xC3\xA9"})
        EXPECT_FALSE(is_plausible_host(host)) << host;
}

TEST(FieldLines, AreANameAColonAndAValue)
{
    for (const std::string_view line : {"a:", "a: b", "a:\tb c\t", "a:\xE9"})
        EXPECT_TRUE(is_field_line(line)) << line;
    for (const std::string_view line : {"", "a", ":b", " a:b", "a :b", "a:b\x01", "a:b\rc"})
        EXPECT_FALSE(is_field_line(line)) << line;
}

TEST(FieldLines, ThatFrameABodyAreKnown)
{
    EXPECT_TRUE(names_framing("content-length: 1"));
    EXPECT_TRUE(names_framing("TRANSFER-ENCODING:chunked"));
    EXPECT_FALSE(names_framing("Content-Type: x"));
}

TEST(ChunkExtensions, FollowTheGrammar)
{
    for (const std::string_view text :
         {"", ";a", " ; a", ";a=b", ";a = b", ";a=\"\"", R"(;a="b;c\"d")", R"(;a;b=c;d="e")"})
        EXPECT_TRUE(are_chunk_extensions(text)) << text;
    for (const std::string_view text :
         {" ", "a", ";", ";=", ";a=", ";a=b c", ";a ", ";a=\"b", R"(;a="b\")", ";a;", ";a=\"b\"c", ";a=\"\x01\""})
        EXPECT_FALSE(are_chunk_extensions(text)) << text;
}

struct target
{
    std::string_view text;
    std::string_view path;
    std::string_view query;
    bool has_query;
};

TEST(Targets, AreTakenApart)
{
    for (const auto& row : {
             target{"/", "/", "", false},
             target{"/a/b", "/a/b", "", false},
             target{"/a?", "/a", "", true},
             target{"/a?b?c", "/a", "b?c", true},
             target{"//a", "//a", "", false},
             target{"*", "*", "", false},
             target{"http://a", "/", "", false},
             target{"http://a/", "/", "", false},
             target{"HTTPS://a:1/b?c", "/b", "c", true},
             target{"http://a?b", "/", "b", true},
         })
    {
        const auto parts = split_target(row.text);
        ASSERT_TRUE(parts) << row.text;
        EXPECT_EQ(parts->path, row.path);
        EXPECT_EQ(parts->query, row.query);
        EXPECT_EQ(parts->has_query, row.has_query);
    }
}

TEST(Targets, OfOtherFormsAreRefused)
{
    for (const std::string_view text :
         {"", "a", "?a", "**", "http:", "http:/a", "http://", "http:///a", "http://?a", "ftp://a/", "a:80"})
        EXPECT_FALSE(split_target(text)) << text;
}

} // namespace
} // namespace rinha::http
