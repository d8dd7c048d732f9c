#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

namespace rinha::http {
namespace {

TEST(Metrics, CountRequestsByRouteAndStatus)
{
    served to;
    client from(to);
    from.send(get("/") + get("/?x") + get("/none") + get("/other") + post("/", "") +
              "\r\nHEAD / HTTP/1.1\r\nHost: a\r\n\r\n" + get("/", "Transfer-Encoding: gzip\r\n"));
    from.rest();

    EXPECT_EQ(to.metric(R"(http_requests_total{method="GET",route="/",status="200"})"), "3");
    EXPECT_EQ(to.metric(R"(http_requests_total{method="other",route="unmatched",status="404"})"), "2");
    EXPECT_EQ(to.metric(R"(http_requests_total{method="other",route="unmatched",status="405"})"), "1");
    EXPECT_EQ(to.metric(R"(http_requests_total{method="other",route="unmatched",status="501"})"), "1");
    EXPECT_EQ(to.metric(R"(http_request_duration_seconds_count{method="GET",route="/"})"), "3");
}

TEST(Metrics, ShowAllRoutesFromTheStart)
{
    const served to;
    EXPECT_EQ(to.metric(R"(http_request_duration_seconds_count{method="GET",route="/wait"})"), "0");
}

TEST(Metrics, CountConnections)
{
    served to;
    client one(to);
    client two(to);
    one.send(get("/"));
    one.answer();
    two.send(get("/"));
    two.answer();
    EXPECT_EQ(to.metric("http_connections"), "2");
    EXPECT_EQ(to.metric("http_connections_accepted_total"), "2");
    EXPECT_EQ(to.metric("http_connections_refused_total"), "0");
}

} // namespace
} // namespace rinha::http
