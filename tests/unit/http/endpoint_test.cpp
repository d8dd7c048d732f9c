#include "rinha/http/error.hpp"
#include "rinha/http/listener.hpp"

#include <gtest/gtest.h>

namespace rinha::http {
namespace {

struct written
{
    const char* text;
    const char* host;
    std::uint16_t port;
    const char* path;
};

TEST(Endpoint, IsReadAndWrittenBack)
{
    for (const auto& row : {
             written{"127.0.0.1:80", "127.0.0.1", 80, ""},
             written{"0.0.0.0:0", "0.0.0.0", 0, ""},
             written{"localhost:65535", "localhost", 65535, ""},
             written{"[::]:8080", "::", 8080, ""},
             written{"unix:/run/api.sock", "", 0, "/run/api.sock"},
             written{"unix:a:1", "", 0, "a:1"},
         })
    {
        const auto at = parse_endpoint(row.text);
        ASSERT_TRUE(at) << row.text;
        EXPECT_EQ(at->host, row.host);
        EXPECT_EQ(at->port, row.port);
        EXPECT_EQ(at->path, row.path);
        EXPECT_EQ(to_string(*at), row.text);
    }
}

TEST(Endpoint, IsRefusedWhenNotOfItsForm)
{
    for (const char* const text : {"", "80", ":80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1",
                                   "127.0.0.1:65536", "127.0.0.1:80 ", "::1:80", "[::1]", "[]:80", "[a]:80", "unix:"})
        EXPECT_EQ(parse_endpoint(text).error(), make_error_code(errc::bad_endpoint)) << text;
}

} // namespace
} // namespace rinha::http
