#include "rinha/http/problem.hpp"

#include "http/status.hpp"
#include "rinha/core/error.hpp"
#include "rinha/core/json.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace rinha::http {

response problem(unsigned status, std::string_view detail)
{
    response answer{.status = status, .content_type = "application/problem+json", .headers = {}, .body = {}};
    fmt::format_to(std::back_inserter(answer.body), R"({{"title":"{}","status":{},"detail":)", reason_phrase(status),
                   status);
    append_json_string(answer.body, detail);
    answer.body += '}';
    if (status == 503)
        answer.headers.add("Retry-After", "1");
    return answer;
}

response refuse(error_code reason)
{
    if (reason == failure::malformed)
        return problem(400, reason.message());
    if (reason == failure::unprocessable)
        return problem(422, reason.message());
    if (reason == failure::missing)
        return problem(404, reason.message());
    if (reason == failure::too_large)
        return problem(413, reason.message());
    if (reason == failure::overloaded || reason == failure::unavailable || reason == failure::uncertain)
        return problem(503, reason.message());
    return problem(500, "the request could not be served");
}

} // namespace rinha::http
