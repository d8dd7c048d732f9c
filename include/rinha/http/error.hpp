#pragma once

#include "rinha/core/result.hpp"

namespace rinha::http {

// Why a message is refused before any handler sees it (spec rows 20 and 38 to 40). The text is fit for the client.
// Beside each: its status, and the rule of RFC 9112 where none other is named.
enum class errc
{
    bad_endpoint = 1, // of a setting, not of a message

    bad_request_line,    // 400: section 3
    bad_target,          // 400: section 3.2
    target_too_long,     // 414: RFC 9110 section 15.5.15
    unsupported_version, // 505: a major version other than 1, RFC 9110 section 15.6.6
    head_too_long,       // 431: RFC 6585 section 5
    bad_line_ending,     // 400: section 2.2
    bad_field,           // 400: section 5
    folded_field,        // 400: section 5.2
    host_missing,        // 400: section 3.2
    host_repeated,       // 400: section 3.2
    bad_host,            // 400: section 3.2
    bad_length,          // 400: section 6.3
    length_repeated,     // 400: section 6.3, which would let equal ones pass
    length_with_coding,  // 400: section 6.1
    bad_coding,          // 400: section 6.3
    unknown_coding,      // 501: section 6.1
    coding_in_http_1_0,  // 400: section 6.1
    bad_chunk,           // 400: section 7.1
    body_too_large,      // 413: RFC 9110 section 15.5.14
    unknown_expectation, // 417: RFC 9110 section 10.1.1
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

// The status for the client. 500 for bad_endpoint.
unsigned status_of(errc value) noexcept;

} // namespace rinha::http

template <>
struct boost::system::is_error_code_enum<rinha::http::errc> : std::true_type
{
};
