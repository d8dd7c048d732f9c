#include "rinha/sqlite/migrate.hpp"

#include "rinha/sqlite/error.hpp"
#include "rinha/sqlite/transaction.hpp"

#include <string>

namespace rinha::sqlite {
namespace {

// How many of these scripts have run.
result<std::size_t> scripts_seen(database& by, std::size_t scripts)
{
    const auto version = by.integer("PRAGMA user_version");
    if (!version)
        return version.error();
    const auto seen = static_cast<std::size_t>(*version);
    return seen <= scripts ? result<std::size_t>(seen) : errc::newer_schema; // a negative version, too
}

} // namespace

result<void> migrate(database& on, std::span<const std::string_view> scripts)
{
    if (const auto seen = scripts_seen(on, scripts.size()); !seen || *seen == scripts.size())
        return seen ? result<void>() : result<void>(seen.error());

    auto transaction = transaction::begin(on);
    if (!transaction)
        return transaction.error();
    const auto seen = scripts_seen(on, scripts.size()); // now that nobody else can change it
    if (!seen)
        return seen.error();
    for (const auto script : scripts.subspan(*seen)) {
        if (auto ran = on.execute(std::string(script)); !ran)
            return ran;
    }
    if (auto noted = on.execute("PRAGMA user_version = " + std::to_string(scripts.size())); !noted)
        return noted;
    return transaction->commit();
}

} // namespace rinha::sqlite
