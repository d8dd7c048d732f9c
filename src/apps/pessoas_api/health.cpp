#include "apps/pessoas_api/health.hpp"

#include "rinha/core/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace rinha::pessoas_api {
namespace {

std::string_view to_string(health value)
{
    switch (value) {
    case health::pass:
        return "pass";
    case health::warn:
        return "warn";
    case health::fail:
        return "fail";
    }
    return "fail";
}

} // namespace

health overall(const std::vector<check>& checks)
{
    const auto worst = std::ranges::max_element(checks, {}, &check::status);
    return worst == checks.end() ? health::pass : worst->status;
}

std::string to_json(const std::vector<check>& checks)
{
    std::string list;
    for (const auto& c : checks) {
        const auto latency =
            c.latency ? fmt::format(R"(,"latency_ms":{:.3f})", static_cast<double>(c.latency->count()) / 1'000) : "";
        std::string advice;
        if (!c.advice.empty())
            append_json_string(advice = R"(,"advice":)", c.advice);
        list += fmt::format(R"({}"{}":{{"status":"{}"{}{}}})", list.empty() ? "" : ",", c.name, to_string(c.status),
                            latency, advice);
    }
    return fmt::format(R"({{"status":"{}","checks":{{{}}}}})", to_string(overall(checks)), list);
}

} // namespace rinha::pessoas_api
