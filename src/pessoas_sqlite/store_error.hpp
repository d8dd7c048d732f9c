#pragma once

#include "rinha/pessoas/store_error.hpp"

namespace rinha::pessoas_sqlite {

using pessoas::store_errc;

// What an error of SQLite, of anything but a commit, means to who asked.
store_errc store_error(const error_code& of_sqlite) noexcept;

} // namespace rinha::pessoas_sqlite
