#include "http/request_reader.hpp"

#include "unit/http/reading.hpp"

#include <gmock/gmock.h>

#include <array>

namespace rinha::http {
namespace {

using state = request_reader::state;
using testing::ElementsAre;
using testing::Pair;

TEST(RequestReader, GivesThePartsOfARequest)
{
    const reading seen =
        read("POST /pessoas?t=a&x HTTP/1.1\r\nHost: api:80\r\nX-Empty:\r\nContent-Length: 3\r\n\r\nabc");

    EXPECT_EQ(seen.state, state::complete);
    EXPECT_EQ(seen.verb, method::post);
    EXPECT_EQ(seen.path, "/pessoas");
    EXPECT_EQ(seen.query, "t=a&x");
    EXPECT_TRUE(seen.has_query);
    EXPECT_THAT(seen.headers, ElementsAre(Pair("Host", "api:80"), Pair("X-Empty", ""), Pair("Content-Length", "3")));
    EXPECT_EQ(seen.body, "abc");
}

TEST(RequestReader, IsEmptyUntilAByteOfARequestCame)
{
    request_reader reader(small_limits);
    EXPECT_EQ(reader.at(), state::empty);

    EXPECT_EQ(reader.put("\r\n"), 2U);
    EXPECT_EQ(reader.at(), state::empty);

    EXPECT_EQ(reader.put("G"), 1U);
    EXPECT_EQ(reader.at(), state::head);
}

TEST(RequestReader, AsksForTheBodysLimitBetweenHeadAndBody)
{
    request_reader reader(small_limits);
    const std::string_view head = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n";

    EXPECT_EQ(reader.put(std::string(head) + "abc"), head.size());
    EXPECT_EQ(reader.at(), state::admission);
    EXPECT_EQ(reader.request().path, "/x");

    reader.admit(3);
    EXPECT_EQ(reader.at(), state::body);
    EXPECT_EQ(reader.put("abcGET"), 3U);
    EXPECT_EQ(reader.at(), state::complete);
}

TEST(RequestReader, RefusesAnAnnouncedLengthOverTheLimitBeforeTheBody)
{
    request_reader reader(small_limits);
    reader.put("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n");
    reader.admit(3);

    EXPECT_EQ(reader.at(), state::failed);
    EXPECT_EQ(reader.fault(), errc::body_too_large);
}

TEST(RequestReader, RefusesAChunkOverTheLimitBeforeItsData)
{
    request_reader reader(small_limits);
    reader.put("POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    reader.admit(5);

    reader.put("3\r\nabc\r\n");
    EXPECT_EQ(reader.at(), state::body);
    reader.put("3\r\n");
    EXPECT_EQ(reader.at(), state::failed);
    EXPECT_EQ(reader.fault(), errc::body_too_large);
}

TEST(RequestReader, RefusesATargetBeforeTheHeadIsWhole)
{
    request_reader reader(small_limits);
    reader.put("GET /" + std::string(small_limits.target, 'x'));
    EXPECT_EQ(reader.fault(), errc::target_too_long);
}

TEST(RequestReader, RefusesWhatIsNotHttpAtTheFirstByte)
{
    request_reader reader(small_limits);
    reader.put("\x16\x03\x01");
    EXPECT_EQ(reader.fault(), errc::bad_request_line);
}

TEST(RequestReader, TellsPipelinedRequestsApart)
{
    const std::string_view first =
        "POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n";
    const std::string_view second = "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n";
    const std::string all = std::string(first) + std::string(second);

    request_reader reader(small_limits);
    const std::array<std::string_view, 1> whole{all};
    const reading one = read(reader, whole);
    EXPECT_EQ(one.path, "/1");
    EXPECT_EQ(one.body, "a");
    ASSERT_EQ(one.used, first.size());

    reader.next();
    EXPECT_EQ(reader.at(), state::empty);
    const std::array rest{std::string_view(all).substr(one.used)};
    const reading two = read(reader, rest);
    EXPECT_EQ(two.path, "/2");
    EXPECT_EQ(two.body, "");
    EXPECT_THAT(two.headers, ElementsAre(Pair("Host", "a")));
}

TEST(RequestReader, DropsTrailers)
{
    const reading seen =
        read("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nHost: b\r\nX: c\r\n\r\n");

    EXPECT_EQ(seen.state, state::complete);
    EXPECT_THAT(seen.headers, ElementsAre(Pair("Host", "a"), Pair("Transfer-Encoding", "chunked")));
}

TEST(RequestReader, BoundsWhatItKeepsOfAChunksLineAndOfTrailers)
{
    const std::string head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    const std::string lot(small_limits.head, 'x');

    EXPECT_EQ(read(head + "1;a=" + lot).fault, errc::bad_chunk);
    EXPECT_EQ(read(head + "0\r\nX: " + lot).fault, errc::bad_chunk);
}

struct lifetime
{
    const char* head;
    bool keep_alive;
};

TEST(RequestReader, KnowsWhetherTheConnectionIsToStay)
{
    for (const auto& row : {
             lifetime{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", true},
             lifetime{"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", false},
             lifetime{"GET / HTTP/1.1\r\nHost: a\r\nConnection: x, CLOSE\r\n\r\n", false},
             lifetime{"GET / HTTP/1.1\r\nHost: a\r\nConnection: x\r\nConnection: close\r\n\r\n", false},
             lifetime{"GET / HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, close\r\n\r\n", false},
             lifetime{"GET / HTTP/1.0\r\n\r\n", false},
             lifetime{"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", true},
             lifetime{"GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n", false},
         })
    {
        const reading seen = read(row.head);
        EXPECT_EQ(seen.state, state::complete) << row.head;
        EXPECT_EQ(seen.keep_alive, row.keep_alive) << row.head;
    }
}

struct expecting
{
    const char* head;
    bool waits;
};

TEST(RequestReader, KnowsWhetherTheClientWaitsFor100)
{
    for (const auto& row : {
             expecting{"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\na", true},
             expecting{"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-Continue\r\n\r\na", true},
             expecting{"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n", false},
             expecting{"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na", false},
             expecting{"POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\na", false},
             expecting{"POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: other\r\n\r\na", false},
         })
    {
        const reading seen = read(row.head);
        EXPECT_EQ(seen.state, state::complete) << row.head;
        EXPECT_EQ(seen.waits_for_100, row.waits) << row.head;
    }
}

} // namespace
} // namespace rinha::http
