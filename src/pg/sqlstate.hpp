#pragma once

#include "rinha/pg/error.hpp"

#include <string>
#include <string_view>

namespace rinha::pg {

// What an error of the server means, by its SQLSTATE (PostgreSQL manual, appendix A).
errc from_sqlstate(std::string_view code) noexcept;

// Whether the statement names a table, column, function or other object that the database does not have.
bool is_of_missing_name(std::string_view code) noexcept;

// Whether a server that answers an attempt to connect by this will do so again: there is no such database or role, the
// password is wrong, there is no right to connect.
bool is_of_lasting_refusal(std::string_view code) noexcept;

// The SQLSTATE in what libpq says, in PQERRORS_VERBOSE, of an attempt to connect: "…: FATAL:  3D000: …", in which every
// word is of some language. Of several servers' the last one's, which is why it went no further; empty where no server
// has spoken.
std::string sqlstate_in(std::string_view message);

} // namespace rinha::pg
