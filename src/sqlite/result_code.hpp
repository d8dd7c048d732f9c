#pragma once

#include "rinha/sqlite/error.hpp"

namespace rinha::sqlite {

// The error that a result code of SQLite, primary or extended, stands for; not for SQLITE_OK, _ROW and _DONE.
error_code error_of(int result_code) noexcept;

} // namespace rinha::sqlite
