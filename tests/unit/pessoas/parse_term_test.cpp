#include "rinha/pessoas/parse.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace rinha::pessoas {
namespace {

using namespace std::literals;

struct query_and_term
{
    std::string_view query;
    std::string_view term;
};

TEST(ParseTerm, TakesTheFirstT)
{
    for (const auto& [query, term] : {
             query_and_term{"t=ana", "ana"},
             query_and_term{"t=a&t=b", "a"},
             query_and_term{"pagina=0&t=x", "x"},
             query_and_term{"t=x&pagina=0", "x"},
             query_and_term{"&&t=x", "x"},
             query_and_term{"T=y&t=x", "x"},
             query_and_term{"tt=y&t=x", "x"},
             query_and_term{"=y&t=x", "x"},
             query_and_term{"t%20=y&t=x", "x"},
             query_and_term{"t+=y&t=x", "x"},
             query_and_term{"%54=y&t=x", "x"},
         })
        EXPECT_EQ(parse_term(query).value(), term) << query;
}

TEST(ParseTerm, KnowsTheNameInPercentEncoding)
{
    EXPECT_EQ(parse_term("%74=x").value(), "x");
    EXPECT_EQ(parse_term("%74=x&t=y").value(), "x");
}

TEST(ParseTerm, DoesNotDecodeOtherParameters)
{
    EXPECT_EQ(parse_term("x=%zz&t=a").value(), "a");
    EXPECT_EQ(parse_term("%zz=1&%=2&%7=3&t=a&y=%").value(), "a");
    EXPECT_EQ(parse_term("x=\xFF\x00&t=a"sv).value(), "a");
    EXPECT_EQ(parse_term("t=a&t=%zz").value(), "a");
}

TEST(ParseTerm, Decodes)
{
    for (const auto& [query, term] : {
             query_and_term{"t=+", " "},
             query_and_term{"t=a+b", "a b"},
             query_and_term{"t=%20", " "},
             query_and_term{"t=C%2B%2B", "C++"},
             query_and_term{"t=C%23", "C#"},
             query_and_term{"t=caf%C3%A9", "café"},
             query_and_term{"t=caf%c3%a9", "café"},
             query_and_term{"t=%F0%9F%98%80", "😀"},
             query_and_term{"t=%25C3", "%C3"},
             query_and_term{"t=a%26t%3Db", "a&t=b"},
             query_and_term{"t=%01%1F%7F", "\x01\x1F\x7F"},
         })
        EXPECT_EQ(parse_term(query).value(), term) << query;
}

TEST(ParseTerm, TakesEverythingElseAsItIs)
{
    for (const auto term : {"café"sv, "日本語"sv, "😀"sv, "\xC2\xA9"sv, R"(_*('\)"sv, "a=b"sv, "="sv, "C#"sv, "a b"sv,
                            R"(|[]{}<>^`")"sv, ";/?:@,"sv})
        EXPECT_EQ(parse_term("t=" + std::string(term)).value(), term);
}

TEST(ParseTerm, JoinsBytesThatAreWrittenInDifferentWays)
{
    EXPECT_EQ(parse_term("t=\xC3%A9").value(), "é");
    EXPECT_EQ(parse_term("t=%C3\xA9").value(), "é");
}

TEST(ParseTerm, WithoutATermIsMissing)
{
    for (const auto query :
         {"", "x=1", "t", "t=", "t=&t=x", "t&t=x", "&", "=t", "T=x", "tt=x", "%54=x", "%zz", "x=t=1", "%74", "%74="})
        EXPECT_EQ(parse_term(query).error(), errc::term_missing) << query;
}

TEST(ParseTerm, RefusesWhatIsNotEncodedUtf8)
{
    for (const auto query :
         {"t=%"sv,      "t=%4"sv,     "t=a%"sv,        "t=a%4"sv,          "t=%zz"sv,   "t=%4z"sv,
          "t=%z4"sv,    "t=%%41"sv,   "t=% 41"sv,      "t=%00"sv,          "t=a%00b"sv, "t=\0"sv,
          "t=a\0b"sv,   "t=%FF"sv,    "t=%C3"sv,       "t=%C3%28"sv,       "t=\xC3"sv,  "t=\xFF"sv,
          "t=%C0%80"sv, "t=%C0%AF"sv, "t=%ED%A0%80"sv, "t=%F4%90%80%80"sv, "t=%E9"sv,   "t=%zz&t=a"sv})
        EXPECT_EQ(parse_term(query).error(), errc::term_malformed) << query;
}

} // namespace
} // namespace rinha::pessoas
