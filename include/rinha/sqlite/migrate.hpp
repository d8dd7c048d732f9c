#pragma once

#include "rinha/sqlite/database.hpp"

#include <span>
#include <string_view>

namespace rinha::sqlite {

// Brings the schema up to date: the scripts that the file has not seen yet run, in order, all in one transaction. The
// number of those that have run is kept in the file (PRAGMA user_version). Of several processes that begin at once one
// does it, the others wait for it, for the busy timeout. errc::newer_schema: more have run than there are.
result<void> migrate(database& on, std::span<const std::string_view> scripts);

} // namespace rinha::sqlite
