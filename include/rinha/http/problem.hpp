#pragma once

#include "rinha/core/result.hpp"
#include "rinha/http/message.hpp"

#include <string_view>

namespace rinha::http {

// application/problem+json (RFC 9457): title (the reason phrase), status and detail. 503 carries Retry-After, of one
// second.
response problem(unsigned status, std::string_view detail);

// The answer to a failure: the one place where conditions (rinha::failure) become statuses. The detail is the error's
// message, but for `failure::broken` and errors of no known condition, of which the client sees nothing.
response refuse(error_code reason);

} // namespace rinha::http
