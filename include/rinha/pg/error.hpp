#pragma once

#include "rinha/core/result.hpp"

namespace rinha::pg {

// Why a statement has no rows. The server's own message goes to the log, never here.
enum class errc
{
    unavailable = 1,     // there is no connection, and nothing was done; or nothing that matters: a read was cut off
                         // also 25006, 57P.. and class 58: the server can't at present, and says so
    timed_out,           // too late, and nothing was done: not sent by the deadline, or the server cancelled it
    lost,                // a statement that writes was sent, and the answer did not come: its effect is unknown
    overloaded,          // too many statements wait already
    data_exception,      // SQLSTATE class 22
    constraint_violated, // class 23
    limit_exceeded,      // class 54
    no_resources,        // class 53: the disk is full, out of memory, too many connections
    retry,               // class 40: serialization failure, deadlock; also a lock that was not to be had
    statement_failed,    // any other error of the server
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

} // namespace rinha::pg

template <>
struct boost::system::is_error_code_enum<rinha::pg::errc> : std::true_type
{
};
