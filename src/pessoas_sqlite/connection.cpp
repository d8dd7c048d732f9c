#include "pessoas_sqlite/connection.hpp"

#include "rinha/pessoas/search_text.hpp"
#include "rinha/sqlite/gram_tokenizer.hpp"

namespace rinha::pessoas_sqlite {
namespace {

// In WAL mode FULL syncs the log at each commit. Debian's SQLite overwrites with zeros what is freed unless told not
// to.
constexpr const char* session = R"(
    PRAGMA synchronous = FULL;
    PRAGMA secure_delete = OFF;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -16384;
    PRAGMA journal_size_limit = 67108864)";

} // namespace

result<sqlite::database> connect(const store_settings& settings, sqlite::open_mode mode)
{
    auto opened = sqlite::database::open(settings.path, mode, settings.busy_timeout);
    if (!opened)
        return opened;
    if (const auto in_wal = opened->use_wal(); !in_wal)
        return in_wal.error();
    if (const auto set = opened->execute(session); !set)
        return set.error();
    if (const auto added = sqlite::add_gram_tokenizer(*opened, pessoas::field_separator); !added)
        return added.error();
    return opened;
}

} // namespace rinha::pessoas_sqlite
