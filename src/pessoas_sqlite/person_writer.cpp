#include "pessoas_sqlite/person_writer.hpp"

#include "pessoas_sqlite/connection.hpp"
#include "pessoas_sqlite/migrations.hpp"
#include "rinha/sqlite/error.hpp"
#include "rinha/sqlite/migrate.hpp"

#include <array>
#include <utility>

namespace rinha::pessoas_sqlite {
namespace {

constexpr std::string_view insert_sql = R"(
    INSERT INTO pessoas (id, apelido, nome, nascimento, stack, busca) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (apelido) DO NOTHING)";

constexpr std::string_view index_sql = "INSERT INTO pessoas_busca (rowid, busca) VALUES (?1, ?2)";

constexpr std::string_view last_id_sql = "SELECT id FROM pessoas ORDER BY ordem DESC LIMIT 1";

constexpr std::string_view add_to_count_sql = "UPDATE contagem SET pessoas = pessoas + ?1";

constexpr std::string_view merge_index_sql = "INSERT INTO pessoas_busca (pessoas_busca, rank) VALUES ('merge', ?1)";

// Each transaction adds a part to the index; sixteen parts of one age would be merged all at once. So much in each
// transaction was enough, as measured, for batches of 1 to 256 persons, and takes 1 to 3 ms.
constexpr std::int64_t pages_to_merge(std::int64_t inserts) { return 8 + inserts / 8; }

} // namespace

person_writer::person_writer(sqlite::database opened, statements prepared, int checkpoint_pages)
    : database_(std::move(opened))
    , statements_(std::move(prepared))
    , checkpoint_pages_(checkpoint_pages)
{
}

result<person_writer> person_writer::open(const store_settings& settings, sqlite::open_mode mode)
{
    auto opened = connect(settings, mode);
    if (!opened)
        return opened.error();
    if (mode == sqlite::open_mode::create) {
        if (const auto migrated = sqlite::migrate(*opened, migrations()); !migrated)
            return migrated.error();
    }
    auto insert = opened->prepare(insert_sql);
    auto index = opened->prepare(index_sql);
    auto last_id = opened->prepare(last_id_sql);
    auto add_to_count = opened->prepare(add_to_count_sql);
    auto merge_index = opened->prepare(merge_index_sql);
    for (const auto* each : {&insert, &index, &last_id, &add_to_count, &merge_index}) {
        if (!*each)
            return each->error();
    }
    return person_writer(std::move(*opened),
                         {.insert = std::move(*insert),
                          .index = std::move(*index),
                          .last_id = std::move(*last_id),
                          .add_to_count = std::move(*add_to_count),
                          .merge_index = std::move(*merge_index)},
                         settings.checkpoint_pages);
}

result<sqlite::transaction> person_writer::begin()
{
    if (database_.has_moved())
        return sqlite::errc::moved;
    auto begun = sqlite::transaction::begin(database_);
    if (!begun)
        return begun;
    inserted_ = 0;

    // Another process may have created persons meanwhile, or the clock may have been set back.
    auto rows = statements_.last_id.start();
    const auto found = rows.next();
    if (!found)
        return found.error();
    if (*found)
        next_id_.start_after(rows.id(0));
    return begun;
}

result<std::optional<uuid>> person_writer::insert(const pessoas::draft& value, std::string_view search_text)
{
    const uuid id = next_id_();
    std::array<char, 10> digits{};
    write(value.nascimento, digits.data());
    const std::string_view nascimento(digits.data(), digits.size());

    const auto inserted = statements_.insert.run(id, value.apelido, value.nome, nascimento, value.stack, search_text);
    if (!inserted)
        return inserted.error();
    if (database_.changes() == 0)
        return std::nullopt;
    if (const auto indexed = statements_.index.run(database_.last_row(), search_text); !indexed)
        return indexed.error();
    ++inserted_;
    return std::optional(id);
}

result<void> person_writer::commit(sqlite::transaction& of)
{
    if (inserted_ > 0) {
        if (const auto added = statements_.add_to_count.run(inserted_); !added)
            return added;
        if (const auto merged = statements_.merge_index.run(pages_to_merge(inserted_)); !merged)
            return merged;
    }
    return of.commit();
}

result<void> person_writer::look()
{
    if (database_.has_moved())
        return sqlite::errc::moved;
    auto rows = statements_.last_id.start();
    const auto found = rows.next();
    return found ? result<void>() : found.error();
}

result<void> person_writer::probe(sqlite::transaction& of)
{
    if (const auto written = statements_.add_to_count.run(std::int64_t{0}); !written)
        return written;
    return of.commit();
}

result<void> person_writer::tidy()
{
    return database_.wal_pages() >= checkpoint_pages_ ? database_.checkpoint() : result<void>();
}

} // namespace rinha::pessoas_sqlite
