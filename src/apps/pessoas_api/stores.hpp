#pragma once

#include "apps/pessoas_api/config.hpp"
#include "apps/pessoas_api/store.hpp"
#include "rinha/core/result.hpp"
#include "rinha/metrics/registry.hpp"

#include <string>

namespace rinha::pessoas_api {

// The store that the settings name. Postgres need not be there yet; SQLite's file is opened, or made, at once.
result<store> open_store(const config& of, metrics::registry& m);

// Brings the schema of the store that the settings name up to date. Where that fails, the log's last line says why.
result<void> migrate_store(const config& of);

// Why the store could not be opened, for the log and without secrets: "the database can't be opened: Is a directory".
std::string describe_failure(const config& of, const error_code& why);

// For the log and without secrets: "sqlite ./pessoas.db", "postgres db:5432/pessoas".
std::string describe_store(const config& of);

} // namespace rinha::pessoas_api
