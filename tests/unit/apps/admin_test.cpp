#include "apps/pessoas_api/admin.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>
#include <gmock/gmock.h>

namespace rinha::pessoas_api {
namespace {

using testing::HasSubstr;
using namespace std::chrono_literals;

class AdminRoutes : public testing::Test
{
protected:
    AdminRoutes()
    {
        add_admin_routes(admin, metrics, [this] { return ask(); });
    }

    awaitable<std::vector<check>> ask()
    {
        ++asked;
        co_return checks;
    }

    http::response get(const std::string& path)
    {
        http::request request;
        request.path = path;
        asio::io_context context;
        auto answer = asio::co_spawn(context, admin.dispatch(request), asio::use_future);
        context.run();
        return answer.get();
    }

    metrics::registry metrics;
    std::vector<check> checks;
    int asked = 0;
    http::router admin;
};

TEST_F(AdminRoutes, LiveIs200WithoutAskingAnybody)
{
    checks = {{"postgres", health::fail, {}}};

    EXPECT_EQ(get("/health/live").status, 200U);
    EXPECT_EQ(asked, 0);
}

TEST_F(AdminRoutes, ReadyIs200WhileRequestsCanBeServed)
{
    checks = {{"postgres", health::pass, 250us}};
    EXPECT_EQ(get("/health/ready").status, 200U);

    checks = {{"postgres", health::warn, 250us}};
    EXPECT_EQ(get("/health/ready").status, 200U);
}

TEST_F(AdminRoutes, ReadyIs503WhenADependencyFails)
{
    checks = {{"postgres", health::fail, {}}, {"sqlite", health::pass, 1us}};

    EXPECT_EQ(get("/health/ready").status, 503U);
}

TEST_F(AdminRoutes, ReadySaysHowEachDependencyFares)
{
    checks = {{"postgres", health::pass, 250us}};

    const auto answer = get("/health/ready");

    EXPECT_EQ(answer.content_type, "application/json");
    EXPECT_EQ(answer.body, R"({"status":"pass","checks":{"postgres":{"status":"pass","latency_ms":0.250}}})");
}

TEST_F(AdminRoutes, MetricsAreInThePrometheusTextFormat)
{
    metrics.make_counter("rows_total", "Rows.").add(5);

    const auto answer = get("/metrics");

    EXPECT_EQ(answer.status, 200U);
    EXPECT_THAT(std::string(answer.content_type), HasSubstr("text/plain; version=0.0.4"));
    EXPECT_THAT(answer.body, HasSubstr("\nrows_total 5\n"));
}

TEST_F(AdminRoutes, HaveNothingElse)
{
    EXPECT_EQ(get("/").status, 404U);
    EXPECT_EQ(get("/pessoas").status, 404U);
}

} // namespace
} // namespace rinha::pessoas_api
