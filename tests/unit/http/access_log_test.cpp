#include "http/access_log.hpp"

#include <gmock/gmock.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

namespace rinha::http {
namespace {

using namespace std::chrono_literals;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

TEST(AccessLog, IsOffByDefault) { EXPECT_FALSE(access_log().is_on()); }

TEST(AccessLog, WritesALineOfJsonForEachAnswer)
{
    std::ostringstream out;
    access_log log(std::make_shared<spdlog::sinks::ostream_sink_st>(out));
    ASSERT_TRUE(log.is_on());
    log.write(method::post, "/a\"b", 422, 71, 1'500us);
    log.write(method::get, "/\xFF", 404, 0, 2us);

    const std::string first = out.str().substr(0, out.str().find('\n'));
    EXPECT_THAT(first, StartsWith("{\"time\":\"20"));
    EXPECT_THAT(first, EndsWith(",\"method\":\"POST\",\"path\":\"/a\\\"b\",\"status\":422,\"bytes\":71,\"us\":1500}"));
    EXPECT_THAT(out.str(), HasSubstr("\"path\":\"(not UTF-8)\""));
    EXPECT_EQ(out.str().back(), '\n');
}

} // namespace
} // namespace rinha::http
