#include "rinha/pessoas_pg/migrate.hpp"

#include "pessoas_pg/migrations.hpp"
#include "rinha/core/async.hpp"
#include "rinha/pessoas/store_error.hpp"
#include "rinha/pg/session.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <string_view>
#include <thread>

namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using pessoas::store_errc;

constexpr auto pause_between_attempts = 100ms;

// The same that each of the files takes; a session's may be taken again within it.
constexpr auto lock = "SELECT pg_advisory_lock(hashtext('schema of pessoas'))";

bool wait_for_lock(pg::session& database, clock::time_point deadline)
{
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - clock::now());
    return database.run(fmt::format("SET lock_timeout = {}", std::max(left, 1ms).count())) && database.run(lock) &&
           database.run("RESET lock_timeout");
}

std::optional<std::vector<std::string>> names_applied(pg::session& database)
{
    auto table = database.run("SELECT 1 WHERE to_regclass('schema_versions') IS NOT NULL");
    if (!table || table->empty())
        return table;
    return database.run("SELECT name FROM schema_versions");
}

bool apply_missing(pg::session& database)
{
    const auto applied = names_applied(database);
    if (!applied)
        return false;
    for (const auto& [name, text] : migrations()) {
        if (std::ranges::find(*applied, name) != applied->end())
            continue;
        if (!database.run(text))
            return false;
        spdlog::info("schema: {} applied", name);
    }
    return true;
}

} // namespace

result<void> migrate(const std::string& conninfo, std::chrono::milliseconds patience)
{
    const auto deadline = clock::now() + patience;
    std::string logged;
    for (;;) {
        pg::session database(conninfo);
        if (database.is_open() && wait_for_lock(database, deadline)) {
            if (apply_missing(database))
                return {};
            if (database.is_open()) {
                spdlog::error("schema: {}", database.why());
                return store_errc::refused;
            }
        }
        if (database.is_refused()) {
            spdlog::error("schema: {}", database.why());
            return store_errc::refused;
        }
        if (database.why() != logged) {
            logged = database.why();
            spdlog::warn("schema: waiting for the database, {} s at most: {}",
                         std::chrono::duration_cast<std::chrono::seconds>(patience).count(), logged);
        }
        if (clock::now() + pause_between_attempts >= deadline) {
            spdlog::error("schema: waited in vain: {}", logged);
            return store_errc::away;
        }
        std::this_thread::sleep_for(pause_between_attempts);
    }
}

} // namespace rinha::pessoas_pg
