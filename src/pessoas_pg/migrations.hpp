#pragma once

#include "rinha/core/sql_file.hpp"

#include <span>

namespace rinha::pessoas_pg {

// The files of sql/postgres, in order.
std::span<const sql_file> migrations() noexcept;

} // namespace rinha::pessoas_pg
