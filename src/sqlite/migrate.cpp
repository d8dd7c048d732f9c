#include "rinha/sqlite/migrate.hpp"

#include "rinha/sqlite/error.hpp"
#include "rinha/sqlite/transaction.hpp"

#include <string>

namespace rinha::sqlite {
namespace {

// How many of these files have run.
result<std::size_t> files_seen(database& by, std::size_t files)
{
    const auto version = by.integer("PRAGMA user_version");
    if (!version)
        return version.error();
    const auto seen = static_cast<std::size_t>(*version);
    return seen <= files ? result<std::size_t>(seen) : errc::newer_schema; // a negative version, too
}

} // namespace

result<void> migrate(database& on, std::span<const sql_file> files)
{
    if (const auto seen = files_seen(on, files.size()); !seen || *seen == files.size())
        return seen ? result<void>() : result<void>(seen.error());

    auto transaction = transaction::begin(on);
    if (!transaction)
        return transaction.error();
    const auto seen = files_seen(on, files.size()); // now that nobody else can change it
    if (!seen)
        return seen.error();
    for (const sql_file& file : files.subspan(*seen)) {
        if (auto ran = on.execute(std::string(file.text)); !ran)
            return ran;
    }
    if (auto noted = on.execute("PRAGMA user_version = " + std::to_string(files.size())); !noted)
        return noted;
    return transaction->commit();
}

} // namespace rinha::sqlite
