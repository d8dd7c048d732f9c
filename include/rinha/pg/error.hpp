#pragma once

#include "rinha/core/result.hpp"

namespace rinha::pg {

enum class errc
{
    unavailable = 1, // no connection: nothing was sent
    timed_out,       // the deadline passed before the statement was sent
    lost,            // sent, and the connection broke, or the deadline passed, before the answer: its effect is unknown
    overloaded,      // too many statements wait already
    data_exception,     // SQLSTATE class 22
    constraint_violated, // class 23
    limit_exceeded,     // class 54
    no_resources,       // class 53: the disk is full, out of memory, too many connections
    retry,              // class 40: serialization failure, deadlock
    statement_failed,   // any other error of the server
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

} // namespace rinha::pg

template <>
struct boost::system::is_error_code_enum<rinha::pg::errc> : std::true_type
{
};
