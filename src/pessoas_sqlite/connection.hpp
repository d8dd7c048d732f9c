#pragma once

#include "rinha/pessoas_sqlite/store.hpp"
#include "rinha/sqlite/database.hpp"
#include "rinha/sqlite/error.hpp"

namespace rinha::pessoas_sqlite {

// A connection to the file, set up for this store; the schema is not looked at.
result<sqlite::database> connect(const store_settings& settings, sqlite::open_mode mode);

// What it means that a file which was this store's when the program started can't be opened again: where statements
// fail, it is another one, without the tables.
inline error_code error_of_reopening(const error_code& why) noexcept
{
    return why == sqlite::errc::failed ? error_code(sqlite::errc::not_a_database) : why;
}

} // namespace rinha::pessoas_sqlite
