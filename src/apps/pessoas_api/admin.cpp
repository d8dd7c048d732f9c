#include "apps/pessoas_api/admin.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace rinha::pessoas_api {
namespace {

http::response text(std::string_view type, std::string body)
{
    return {.status = 200, .content_type = type, .headers = {}, .body = std::move(body)};
}

awaitable<http::response> answer_ready(readiness ask)
{
    const auto checks = co_await ask();

    http::response answer;
    answer.status = overall(checks) == health::fail ? 503 : 200;
    answer.content_type = "application/json";
    answer.body = to_json(checks);
    co_return answer;
}

} // namespace

void add_admin_routes(http::router& admin, const metrics::registry& shown, readiness ask)
{
    const auto live = [](const http::request&) { return text("text/plain", "alive\n"); };
    const auto ready = [ask = std::move(ask)](const http::request&) { return answer_ready(ask); };
    const auto metrics = [&shown](const http::request&) {
        return text("text/plain; version=0.0.4; charset=utf-8", shown.to_text());
    };
    admin.add(http::method::get, "/health/live", http::plain_handler(live));
    admin.add(http::method::get, "/health/ready", http::async_handler(ready));
    admin.add(http::method::get, "/metrics", http::plain_handler(metrics));
}

} // namespace rinha::pessoas_api
