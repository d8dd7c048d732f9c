#include "rinha/http/error.hpp"

#include "rinha/core/error_category.hpp"

#include <string>

namespace rinha::http {
namespace {

struct meaning
{
    unsigned status;
    const char* text;
};

meaning meaning_of(errc value) noexcept
{
    switch (value) {
    case errc::bad_endpoint:
        return {500, "an address is HOST:PORT, [V6]:PORT or unix:PATH"};
    case errc::bad_request_line:
        return {400, "the request line is not METHOD TARGET HTTP/1.x"};
    case errc::bad_target:
        return {400, "the request target is neither a path nor an http URL"};
    case errc::target_too_long:
        return {414, "the request target is too long"};
    case errc::unsupported_version:
        return {505, "the versions supported are HTTP/1.1 and HTTP/1.0"};
    case errc::head_too_long:
        return {431, "request line and headers are too long"};
    case errc::bad_line_ending:
        return {400, "a line of the head does not end in CR LF"};
    case errc::bad_field:
        return {400, "a header is not NAME: VALUE"};
    case errc::folded_field:
        return {400, "a header is folded over several lines"};
    case errc::host_missing:
        return {400, "Host is missing"};
    case errc::host_repeated:
        return {400, "Host is given twice"};
    case errc::bad_host:
        return {400, "Host is not HOST or HOST:PORT"};
    case errc::bad_length:
        return {400, "Content-Length is not a number"};
    case errc::length_repeated:
        return {400, "Content-Length is given twice"};
    case errc::length_with_coding:
        return {400, "Content-Length and Transfer-Encoding exclude each other"};
    case errc::bad_coding:
        return {400, "Transfer-Encoding must name chunked once, and last"};
    case errc::unknown_coding:
        return {501, "the only transfer coding supported is chunked"};
    case errc::coding_in_http_1_0:
        return {400, "Transfer-Encoding needs HTTP/1.1"};
    case errc::bad_chunk:
        return {400, "the chunked body is broken"};
    case errc::body_too_large:
        return {413, "the body is too large"};
    case errc::unknown_expectation:
        return {417, "the only expectation supported is 100-continue"};
    }
    return {500, "unknown error"};
}

class http_category final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.http"; }

    std::string message(int value) const override { return meaning_of(static_cast<errc>(value)).text; }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        const unsigned status = status_of(static_cast<errc>(value));
        if (status == 413)
            return make_error_condition(failure::too_large);
        return make_error_condition(status < 500 ? failure::malformed : failure::broken);
    }
};

} // namespace

const boost::system::error_category& category() noexcept
{
    static const http_category instance;
    return instance;
}

error_code make_error_code(errc value) noexcept { return {static_cast<int>(value), category()}; }

unsigned status_of(errc value) noexcept { return meaning_of(value).status; }

} // namespace rinha::http
