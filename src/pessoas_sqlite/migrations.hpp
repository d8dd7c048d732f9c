#pragma once

#include "rinha/core/sql_file.hpp"

#include <span>

namespace rinha::pessoas_sqlite {

// The files of sql/sqlite, in order.
std::span<const sql_file> migrations() noexcept;

} // namespace rinha::pessoas_sqlite
