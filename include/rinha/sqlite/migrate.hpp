#pragma once

#include "rinha/core/sql_file.hpp"
#include "rinha/sqlite/database.hpp"

#include <span>

namespace rinha::sqlite {

// Brings the schema up to date: the files that the database has not seen yet run, in order, all in one transaction. The
// number of those that have run is kept in the database (PRAGMA user_version). Of several processes that begin at once
// one does it, the others wait for it, for the busy timeout. errc::newer_schema: more have run than there are. Nothing
// was changed where it fails, unless with errc::io at the end.
result<void> migrate(database& on, std::span<const sql_file> files);

} // namespace rinha::sqlite
