#pragma once

#include "rinha/core/result.hpp"

namespace rinha::pessoas {

// Why a store, whichever it is, could not do what was asked. The message says whether it may have happened, and is fit
// for the client.
enum class store_errc
{
    away = 1,    // no connection, a file that can't be read or written, or stopped. failure::unavailable
    too_late,    // the deadline passed, without effect. failure::unavailable
    full,        // no disk space, memory or connections left. failure::unavailable
    unconfirmed, // the deadline passed, or connection or disk failed, before the commit was confirmed.
                 // failure::uncertain
    overloaded,  // too much waits already. failure::overloaded
    refused,     // the database does not take what it was sent: a bug, damage, or a foreign schema. failure::broken
};

const boost::system::error_category& store_category() noexcept;

error_code make_error_code(store_errc value) noexcept;

} // namespace rinha::pessoas

template <>
struct boost::system::is_error_code_enum<rinha::pessoas::store_errc> : std::true_type
{
};
