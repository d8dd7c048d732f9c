#include "apps/stress_load/answer.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace rinha::stress_load {
namespace {

using state = answer_reader::state;

constexpr std::string_view created = "HTTP/1.1 201 Created\r\nServer: x\r\nLOCATION: \t/pessoas/1 \r\nContent-Length: "
                                     "5\r\nConnection: keep-alive\r\n\r\nabcde";

void expect_created(answer_reader& reader)
{
    EXPECT_EQ(reader.value().status, 201);
    EXPECT_EQ(reader.value().location, "/pessoas/1");
}

TEST(AnswerReader, ReadsAnAnswerThatComesAtOnce)
{
    answer_reader reader;
    ASSERT_EQ(reader.take(created), state::complete);
    expect_created(reader);
}

TEST(AnswerReader, ReadsAnAnswerCutAnywhere)
{
    for (std::size_t at = 1; at < created.size(); ++at) {
        answer_reader reader;
        ASSERT_EQ(reader.take(created.substr(0, at)), state::incomplete) << at;
        ASSERT_EQ(reader.take(created.substr(at)), state::complete) << at;
        expect_created(reader);
    }
}

TEST(AnswerReader, ReadsAnAnswerByteByByte)
{
    answer_reader reader;
    for (std::size_t at = 0; at + 1 < created.size(); ++at)
        ASSERT_EQ(reader.take(created.substr(at, 1)), state::incomplete) << at;
    ASSERT_EQ(reader.take(created.substr(created.size() - 1)), state::complete);
    expect_created(reader);
}

TEST(AnswerReader, NeedsNoLengthWhereThereIsNoBody)
{
    answer_reader reader;
    EXPECT_EQ(reader.take("HTTP/1.1 204 No Content\r\nDate: x\r\n\r\n"), state::complete);
    EXPECT_EQ(reader.value().status, 204);
    EXPECT_EQ(reader.value().location, "");
}

// Cut at each place, and what must be complete then; nothing after it is read as part of it.
void expect_complete_wherever_cut(std::string_view text)
{
    for (std::size_t at = 1; at < text.size(); ++at) {
        answer_reader reader;
        ASSERT_EQ(reader.take(text.substr(0, at)), state::incomplete) << at;
        ASSERT_EQ(reader.take(text.substr(at)), state::complete) << at;
        EXPECT_EQ(reader.value().status, 200);
        EXPECT_TRUE(reader.keeps_connection());
    }
}

TEST(AnswerReader, ReadsChunks)
{
    expect_complete_wherever_cut("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
}

TEST(AnswerReader, ReadsChunksWhateverItsLength)
{
    expect_complete_wherever_cut("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
    expect_complete_wherever_cut("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n");
}

TEST(AnswerReader, ReadsUntilTheEndWhereNothingElseSaysHowLong)
{
    answer_reader reader;
    EXPECT_EQ(reader.take("HTTP/1.1 200 OK\r\nDate: x\r\n"), state::incomplete);
    EXPECT_FALSE(reader.is_complete_when_closed());
    EXPECT_EQ(reader.take("\r\nabc"), state::incomplete);
    EXPECT_TRUE(reader.is_complete_when_closed());
    EXPECT_FALSE(reader.keeps_connection());
    EXPECT_EQ(reader.value().status, 200);
}

TEST(AnswerReader, IsNotCompleteWhereTheEndComesTooSoon)
{
    for (const std::string_view text : {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na",
                                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"})
    {
        answer_reader reader;
        EXPECT_EQ(reader.take(text), state::incomplete);
        EXPECT_FALSE(reader.is_complete_when_closed()) << text;
    }
}

struct farewell
{
    std::string_view head;
    bool keeps_connection;
};

TEST(AnswerReader, TellsWhetherTheConnectionStays)
{
    for (const auto& [head, keeps_connection] :
         {farewell{"HTTP/1.1 200 OK\r\n", true}, farewell{"HTTP/1.1 200 OK\r\nConnection: Close\r\n", false},
          farewell{"HTTP/1.1 200 OK\r\nConnection: keep-alive\r\n", true}, farewell{"HTTP/1.0 200 OK\r\n", false},
          farewell{"HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n", true}})
    {
        answer_reader reader;
        ASSERT_EQ(reader.take(std::string(head) + "Content-Length: 0\r\n\r\n"), state::complete);
        EXPECT_EQ(reader.keeps_connection(), keeps_connection) << head;
    }
}

struct refused
{
    std::string_view why;
    std::string_view text;
};

void PrintTo(const refused& of, std::ostream* to) { *to << of.why; }

class NoAnswer : public testing::TestWithParam<refused>
{
};

TEST_P(NoAnswer, IsUnreadable)
{
    answer_reader reader;
    EXPECT_EQ(reader.take(GetParam().text), state::unreadable);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, NoAnswer,
    testing::Values(refused{"NoHttp", "SSH-2.0 OpenSSH\r\n\r\n"},
                    refused{"NoStatus", "HTTP/1.1 abc\r\nContent-Length: 0\r\n\r\n"},
                    refused{"ShortLine", "HTTP/1.1\r\nContent-Length: 0\r\n\r\n"},
                    refused{"Interim", "HTTP/1.1 100 Continue\r\n\r\n"},
                    refused{"AnotherCoding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"},
                    refused{"NoChunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{}\r\n"},
                    refused{"NegativeLength", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"},
                    refused{"LengthInWords", "HTTP/1.1 200 OK\r\nContent-Length: one\r\n\r\n"},
                    refused{"NoColon", "HTTP/1.1 200 OK\r\nContent-Length 0\r\n\r\n"},
                    refused{"MoreThanItsLength", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab"}),
    [](const auto& of) { return std::string(of.param.why); });

TEST(AnswerReader, GivesUpAHeadWithoutAnEnd)
{
    answer_reader reader;
    const std::string line(1000, 'x');
    auto now = reader.take("HTTP/1.1 200 OK\r\n");
    for (int i = 0; i < 20 && now == state::incomplete; ++i)
        now = reader.take(line);
    EXPECT_EQ(now, state::unreadable);
}

} // namespace
} // namespace rinha::stress_load
