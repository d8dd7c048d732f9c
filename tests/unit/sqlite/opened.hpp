#pragma once

#include "rinha/sqlite/database.hpp"
#include "support/temporary_folder.hpp"

#include <string>

namespace rinha::sqlite {

inline database open_in(const rinha::support::temporary_folder& folder, std::chrono::milliseconds busy_timeout = {})
{
    database opened = database::open(folder.file("test.db"), open_mode::create, busy_timeout)
                          .value();                     // throws, and so fails the test
    opened.execute("PRAGMA synchronous = off").value(); // no test of these cuts the power
    return opened;
}

} // namespace rinha::sqlite
