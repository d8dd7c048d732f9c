#pragma once

#include "rinha/core/result.hpp"

namespace rinha::pessoas_sqlite {

// Why the store could not do what was asked. The message says whether it may have happened, and is fit for the client.
enum class errc
{
    away = 1,    // the file can't be read or written, or the store was stopped. failure::unavailable
    too_late,    // the deadline passed, without effect. failure::unavailable
    full,        // no disk space left. failure::unavailable
    unconfirmed, // the deadline passed, or the disk failed, before the commit was confirmed. failure::uncertain
    overloaded,  // too much waits already. failure::overloaded
    refused,     // SQLite does not take what we sent: a bug, or a damaged file. failure::broken
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

} // namespace rinha::pessoas_sqlite

template <>
struct boost::system::is_error_code_enum<rinha::pessoas_sqlite::errc> : std::true_type
{
};
