#include "pg/sqlstate.hpp"

#include <algorithm>
#include <regex>

namespace rinha::pg {

errc from_sqlstate(std::string_view code) noexcept
{
    if (code == "57014") // query_canceled: statement_timeout, or an administrator
        return errc::timed_out;
    if (code == "55P03") // lock_not_available: lock_timeout
        return errc::retry;
    if (code == "25006") // read_only_sql_transaction: a standby, or a server that was told to be read-only
        return errc::unavailable;

    const auto is_of_class = [code](std::string_view prefix) { return code.starts_with(prefix); };
    if (is_of_class("22"))
        return errc::data_exception;
    if (is_of_class("23"))
        return errc::constraint_violated;
    if (is_of_class("40"))
        return errc::retry;
    if (is_of_class("53"))
        return errc::no_resources;
    if (is_of_class("54"))
        return errc::limit_exceeded;
    if (is_of_class("57P") || is_of_class("58")) // shuts down, or can't connect; its disk or system fails
        return errc::unavailable;
    return errc::statement_failed;
}

bool is_of_missing_name(std::string_view code) noexcept
{
    // undefined_table, undefined_column, undefined_function, undefined_object
    return code == "42P01" || code == "42703" || code == "42883" || code == "42704";
}

bool is_of_lasting_refusal(std::string_view code) noexcept
{
    // invalid_authorization_specification, and a wrong password; invalid_catalog_name; insufficient_privilege
    return code.starts_with("28") || code == "3D000" || code == "42501";
}

std::string sqlstate_in(std::string_view message)
{
    static const std::regex after_severity(":  ([0-9A-Z]{5}): ");
    std::string last;
    while (!message.empty()) {
        const auto line = message.substr(0, message.find('\n'));
        message.remove_prefix(std::min(line.size() + 1, message.size()));
        std::cmatch found;
        if (std::regex_search(line.data(), line.data() + line.size(), found, after_severity))
            last = found.str(1);
    }
    return last;
}

} // namespace rinha::pg
