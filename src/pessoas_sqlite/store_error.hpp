#pragma once

#include "rinha/pessoas_sqlite/error.hpp"

namespace rinha::pessoas_sqlite {

// What an error of SQLite, of anything but a commit, means to who asked.
errc store_error(const error_code& of_sqlite) noexcept;

} // namespace rinha::pessoas_sqlite
