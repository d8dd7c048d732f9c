#pragma once

#include "rinha/pg/error.hpp"

#include <string_view>

namespace rinha::pg {

// What an error of the server means, by its SQLSTATE (PostgreSQL manual, appendix A).
errc from_sqlstate(std::string_view code) noexcept;

} // namespace rinha::pg
