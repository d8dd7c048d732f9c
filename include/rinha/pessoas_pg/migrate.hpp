#pragma once

#include "rinha/core/result.hpp"

#include <chrono>
#include <string>

namespace rinha::pessoas_pg {

// Brings the schema of the database up to date: waits for the database, as long as `patience` lasts, then runs the
// files of sql/postgres that it has not seen, in order. Any number of these may run at the same time, psql's runs of
// the files among them. Blocks. What it does, and why it fails, goes to the log.
//
// store_errc::away: the database could not be reached, or the lock not be had, in time. store_errc::refused, at once:
// it refuses a file, or a connection for a reason that waiting does not cure, as a wrong password.
result<void> migrate(const std::string& conninfo, std::chrono::milliseconds patience);

} // namespace rinha::pessoas_pg
