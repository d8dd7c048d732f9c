#pragma once

#include "rinha/core/result.hpp"

namespace rinha::pessoas_pg {

// Why the database could not do what was asked. The message says whether it may have happened, and is fit for the
// client.
enum class errc
{
    away = 1,    // no connection. failure::unavailable
    too_late,    // the deadline passed, without effect. failure::unavailable
    full,        // no disk space, memory or connections left. failure::unavailable
    unconfirmed, // the deadline passed, or the connection broke, before the commit was confirmed. failure::uncertain
    overloaded,  // too much waits already. failure::overloaded
    refused,     // the database does not take what we sent: a bug, or a schema that is not ours. failure::broken
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

} // namespace rinha::pessoas_pg

template <>
struct boost::system::is_error_code_enum<rinha::pessoas_pg::errc> : std::true_type
{
};
