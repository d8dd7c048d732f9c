#pragma once

#include "rinha/pg/error.hpp"

#include <string_view>

namespace rinha::pg {

// What an error of the server means, by its SQLSTATE (PostgreSQL manual, appendix A).
errc from_sqlstate(std::string_view code) noexcept;

// Whether the statement names a table, column, function or other object that the database does not have.
bool is_of_missing_name(std::string_view code) noexcept;

} // namespace rinha::pg
