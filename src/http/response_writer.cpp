#include "http/response_writer.hpp"

#include "http/status.hpp"

#include <array>
#include <charconv>

namespace rinha::http {
namespace {

void append_number(std::string& out, std::size_t value)
{
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

void append_field(std::string& out, std::string_view name, std::string_view value)
{
    out.append(name).append(": ").append(value).append("\r\n");
}

} // namespace

void append_response(std::string& out, const response& answer, std::string_view date, persistence stays, bool with_body)
{
    out.append("HTTP/1.1 ");
    append_number(out, answer.status);
    out.append(" ").append(reason_phrase(answer.status)).append("\r\n").append(date);
    if (!answer.content_type.empty())
        append_field(out, "Content-Type", answer.content_type);
    for (const header& field : answer.headers)
        append_field(out, field.name, field.value);
    if (may_have_body(answer.status)) {
        out.append("Content-Length: ");
        append_number(out, answer.body.size());
        out.append("\r\n");
    }
    if (stays == persistence::close)
        append_field(out, "Connection", "close");
    else if (stays == persistence::stated)
        append_field(out, "Connection", "keep-alive");
    out.append("\r\n");
    if (with_body && may_have_body(answer.status))
        out.append(answer.body);
}

} // namespace rinha::http
