#include "http/response_writer.hpp"

#include "http/date_line.hpp"

#include <gtest/gtest.h>

namespace rinha::http {
namespace {

constexpr std::string_view date = "Date: now\r\n";

std::string written(const response& answer, persistence stays = persistence::implied, bool with_body = true)
{
    std::string out;
    append_response(out, answer, date, stays, with_body);
    return out;
}

response text(unsigned status, std::string body)
{
    return {.status = status, .content_type = "text/plain", .headers = {}, .body = std::move(body)};
}

TEST(ResponseWriter, WritesHeadAndBody)
{
    EXPECT_EQ(written(text(200, "hello")), "HTTP/1.1 200 OK\r\nDate: now\r\nContent-Type: text/plain\r\n"
                                           "Content-Length: 5\r\n\r\nhello");
}

TEST(ResponseWriter, AppendsToWhatIsThere)
{
    std::string out = "before";
    append_response(out, text(200, ""), date, persistence::implied, true);
    EXPECT_TRUE(out.starts_with("beforeHTTP/1.1 200 OK\r\n"));
}

TEST(ResponseWriter, WritesTheHandlersHeaders)
{
    response answer{.status = 201, .content_type = {}, .headers = {}, .body = {}};
    answer.headers.add("Location", "/pessoas/1");
    EXPECT_EQ(written(answer),
              "HTTP/1.1 201 Created\r\nDate: now\r\nLocation: /pessoas/1\r\nContent-Length: 0\r\n\r\n");
}

TEST(ResponseWriter, AnswersHeadWithTheHeadersOfGet)
{
    EXPECT_EQ(written(text(200, "hello"), persistence::implied, false) + "hello", written(text(200, "hello")));
}

TEST(ResponseWriter, GivesNoLengthToWhatCanHaveNoBody)
{
    EXPECT_EQ(written(text(204, "")), "HTTP/1.1 204 No Content\r\nDate: now\r\nContent-Type: text/plain\r\n\r\n");
    EXPECT_EQ(written(text(304, "x")), "HTTP/1.1 304 Not Modified\r\nDate: now\r\nContent-Type: text/plain\r\n\r\n");
}

TEST(ResponseWriter, SaysWhatBecomesOfTheConnection)
{
    EXPECT_NE(written(text(200, ""), persistence::close).find("\r\nConnection: close\r\n"), std::string::npos);
    EXPECT_NE(written(text(200, ""), persistence::stated).find("\r\nConnection: keep-alive\r\n"), std::string::npos);
    EXPECT_EQ(written(text(200, "")).find("Connection"), std::string::npos);
}

TEST(DateLine, IsTheFixedFormatOfRfc9110)
{
    date_line line;
    EXPECT_EQ(line.at(784'111'777), "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n");
    EXPECT_EQ(line.at(951'782'400), "Date: Tue, 29 Feb 2000 00:00:00 GMT\r\n");
}

TEST(DateLine, IsMadeOnceASecond)
{
    date_line line;
    const char* const made = line.at(784'111'777).data();
    EXPECT_EQ(line.at(784'111'777).data(), made);
    EXPECT_EQ(line.at(784'111'778), "Date: Sun, 06 Nov 1994 08:49:38 GMT\r\n");
}

} // namespace
} // namespace rinha::http
