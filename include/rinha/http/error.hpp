#pragma once

#include "rinha/core/result.hpp"

namespace rinha::http {

// Why a message is refused before any handler sees it (spec rows 20 and 38 to 40). The text is fit for the client.
enum class errc
{
    bad_endpoint = 1, // of a setting, not of a message

    bad_request_line,
    bad_target,
    target_too_long,
    unsupported_version,
    head_too_long,
    bad_line_ending,
    bad_field,
    folded_field,
    host_missing,
    host_repeated,
    bad_host,
    bad_length,
    length_repeated,
    length_with_coding,
    bad_coding,
    unknown_coding,
    coding_in_http_1_0,
    bad_chunk,
    body_too_large,
    unknown_expectation,
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

// The status for the client.
unsigned status_of(errc value) noexcept;

} // namespace rinha::http

template <>
struct boost::system::is_error_code_enum<rinha::http::errc> : std::true_type
{
};
