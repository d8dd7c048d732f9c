#include "pessoas_pg/refusal.hpp"

#include <algorithm>
#include <array>

namespace rinha::pessoas_pg {
namespace {

// SQLSTATE 28000 and 28P01, 3D000, 42501; PostgreSQL's sources: auth.c, postinit.c.
constexpr std::array<std::string_view, 6> of_the_server{"authentication failed", "no pg_hba.conf entry",
                                                        "pg_hba.conf rejects",   "does not exist",
                                                        "permission denied",     "is not permitted to log in"};

// pg::session's, and libpq's own.
constexpr std::array<std::string_view, 2> of_the_client{"connection string can't be read", "no password supplied"};

} // namespace

bool is_lasting_refusal(std::string_view why) noexcept
{
    const auto says = [](std::string_view text) {
        return [text](std::string_view words) { return text.find(words) != std::string_view::npos; };
    };
    if (std::ranges::any_of(of_the_client, says(why)))
        return true;
    const auto answer = why.find("FATAL:");
    return answer != std::string_view::npos && std::ranges::any_of(of_the_server, says(why.substr(answer)));
}

} // namespace rinha::pessoas_pg
