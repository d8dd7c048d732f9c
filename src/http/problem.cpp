#include "rinha/http/problem.hpp"

#include "http/status.hpp"
#include "rinha/core/error.hpp"

#include <fmt/format.h>

#include <iterator>
#include <string>

namespace rinha::http {
namespace {

// RFC 8259 section 7.
void append_json_text(std::string& out, std::string_view text)
{
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        if (static_cast<unsigned char>(c) < 0x20)
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        else
            out += c;
    }
}

} // namespace

response problem(unsigned status, std::string_view detail)
{
    response answer{.status = status, .content_type = "application/problem+json", .headers = {}, .body = {}};
    fmt::format_to(std::back_inserter(answer.body), R"({{"title":"{}","status":{},"detail":")", reason_phrase(status),
                   status);
    append_json_text(answer.body, detail);
    answer.body += "\"}";
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
