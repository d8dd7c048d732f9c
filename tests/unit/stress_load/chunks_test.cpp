#include "apps/stress_load/chunks.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

namespace rinha::stress_load {
namespace {

using state = chunk_skipper::state;

struct body
{
    std::string_view what;
    std::string_view text;
};

void PrintTo(const body& of, std::ostream* to) { *to << of.what; }

constexpr auto name_of = [](const auto& of) { return std::string(of.param.what); };

class Chunks : public testing::TestWithParam<body>
{
};

TEST_P(Chunks, AreCompleteWhenTheLastByteHasComeAndNotBefore)
{
    const auto text = GetParam().text;
    for (std::size_t at = 0; at < text.size(); ++at) {
        chunk_skipper cut;
        ASSERT_EQ(cut.take(text.substr(0, at)), state::incomplete) << at;
        ASSERT_EQ(cut.take(text.substr(at)), state::complete) << at;
    }
    chunk_skipper bytewise;
    for (std::size_t at = 0; at + 1 < text.size(); ++at)
        ASSERT_EQ(bytewise.take(text.substr(at, 1)), state::incomplete) << at;
    ASSERT_EQ(bytewise.take(text.substr(text.size() - 1)), state::complete);
}

INSTANTIATE_TEST_SUITE_P(Bodies, Chunks,
                         testing::Values(body{"None", "0\r\n\r\n"}, body{"One", "3\r\nabc\r\n0\r\n\r\n"},
                                         body{"Several", "1\r\na\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n"},
                                         body{"ManyDigits", "0000A\r\n0123456789\r\n000\r\n\r\n"},
                                         body{"LinesInIt", "4\r\n\r\n\r\n\r\n0\r\n\r\n"},
                                         body{"Extensions", "1;name=value\r\na\r\n0 ;x\r\n\r\n"},
                                         body{"Trailers", "0\r\nDate: x\r\nServer: y\r\n\r\n"}),
                         name_of);

class NoChunks : public testing::TestWithParam<body>
{
};

TEST_P(NoChunks, AreUnreadable)
{
    chunk_skipper reader;
    EXPECT_EQ(reader.take(GetParam().text), state::unreadable);
}

INSTANTIATE_TEST_SUITE_P(Bodies, NoChunks,
                         testing::Values(body{"NoSize", "\r\n"}, body{"NoHexadecimal", "g\r\n"},
                                         body{"Negative", "-1\r\n"}, body{"TooLarge", "10000000000000000\r\n"},
                                         body{"BareLineFeed", "0\n\n"}, body{"LongerThanItsSize", "1\r\nab\r\n"},
                                         body{"NoEndOfChunk", "1\r\na0\r\n\r\n"},
                                         body{"MoreAfterTheEnd", "0\r\n\r\nHTTP/1.1 200 OK\r\n"}),
                         name_of);

TEST(NoChunk, HasALineWithoutAnEnd)
{
    chunk_skipper reader;
    const std::string zeros(1000, '0');
    auto now = state::incomplete;
    for (int i = 0; i < 5 && now == state::incomplete; ++i)
        now = reader.take(zeros);
    EXPECT_EQ(now, state::unreadable);
}

} // namespace
} // namespace rinha::stress_load
