#include "http/chunk_reader.hpp"

#include <gtest/gtest.h>

namespace rinha::http {
namespace {

TEST(ChunkReader, JoinsTheDataAndStopsBehindTheBody)
{
    chunk_reader reader(100, 100);
    std::string body;
    EXPECT_EQ(*reader.put("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\nGET", body), 20U);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(body, "abcde");
}

TEST(ChunkReader, GivesDataAsItComes)
{
    chunk_reader reader(100, 100);
    std::string body;
    EXPECT_EQ(*reader.put("5\r\nab", body), 5U);
    EXPECT_EQ(body, "ab");
    EXPECT_FALSE(reader.is_done());
}

TEST(ChunkReader, RefusesASizeOverTheLimitBeforeTheData)
{
    chunk_reader reader(5, 100);
    std::string body;
    EXPECT_TRUE(reader.put("3\r\nabc\r\n", body));
    EXPECT_EQ(reader.put("3\r\n", body).error(), make_error_code(errc::body_too_large));
}

TEST(ChunkReader, CountsASizeOnceHoweverItsLineIsSplit)
{
    chunk_reader reader(5, 100);
    std::string body;
    for (const char c : std::string_view("5;a=\"b\"\r\nabcde\r\n0\r\n\r\n"))
        ASSERT_TRUE(reader.put({&c, 1}, body)) << body;
    EXPECT_TRUE(reader.is_done());
}

TEST(ChunkReader, SeesWhatIsBehindTheDataAtOnce)
{
    chunk_reader reader(100, 100);
    std::string body;
    EXPECT_EQ(reader.put("1\r\nabcd", body).error(), make_error_code(errc::bad_chunk));
}

TEST(ChunkReader, BoundsALineAndAllTrailersTogether)
{
    std::string body;
    EXPECT_EQ(chunk_reader(9, 10).put("1;abcdefghi", body).error(), make_error_code(errc::bad_chunk));
    EXPECT_TRUE(chunk_reader(9, 10).put("0\r\na:b\r\n\r\n", body));
    EXPECT_EQ(chunk_reader(9, 10).put("0\r\na:b\r\nc:d\r\n\r\n", body).error(), make_error_code(errc::bad_chunk));
}

} // namespace
} // namespace rinha::http
