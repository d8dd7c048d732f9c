#pragma once

#include <string_view>

namespace rinha::pessoas_pg {

// Whether a connection failed for a reason that waiting does not cure, by what libpq says of it: there is no such
// database or role, the password is wrong or missing, there is no right to connect. libpq does not tell the SQLSTATE of
// a connection that failed, so the words must do; a server that speaks another language than English is waited for.
bool is_lasting_refusal(std::string_view why) noexcept;

} // namespace rinha::pessoas_pg
