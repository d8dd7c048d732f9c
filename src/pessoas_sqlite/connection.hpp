#pragma once

#include "rinha/pessoas_sqlite/store.hpp"
#include "rinha/sqlite/database.hpp"

namespace rinha::pessoas_sqlite {

// A connection to the file, set up for this store; the schema is not looked at.
result<sqlite::database> connect(const store_settings& settings, sqlite::open_mode mode);

} // namespace rinha::pessoas_sqlite
