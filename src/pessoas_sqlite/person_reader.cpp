#include "pessoas_sqlite/person_reader.hpp"

#include "pessoas_sqlite/connection.hpp"
#include "rinha/core/date.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/repository.hpp"
#include "rinha/sqlite/error.hpp"
#include "rinha/sqlite/gram_tokenizer.hpp"

#include <utility>

namespace rinha::pessoas_sqlite {
namespace {

constexpr std::string_view find_sql = "SELECT id, apelido, nome, nascimento, stack FROM pessoas WHERE id = ?1";

// FTS5 walks its lists in the order of rowid, so nothing is sorted and the limit ends the walk. CROSS JOIN keeps the
// index on the outside. The index proposes, instr() decides: the grams of a term may stand apart in a text.
constexpr std::string_view search_sql = R"(
    SELECT p.id, p.apelido, p.nome, p.nascimento, p.stack
    FROM pessoas_busca AS b CROSS JOIN pessoas AS p ON p.ordem = b.rowid
    WHERE pessoas_busca MATCH ?1 AND instr(p.busca, ?2) > 0
    ORDER BY b.rowid LIMIT ?3)";

constexpr std::string_view count_sql = "SELECT pessoas FROM contagem";

result<pessoas::person> read(const sqlite::cursor& row)
{
    const auto nascimento = parse_date(row.text(3));
    if (!nascimento)
        return sqlite::errc::corrupt;
    return pessoas::person{.id = row.id(0),
                           .apelido = std::string(row.text(1)),
                           .nome = std::string(row.text(2)),
                           .nascimento = *nascimento,
                           .stack = std::string(row.text(4))};
}

} // namespace

person_reader::person_reader(sqlite::database opened, sqlite::statement find, sqlite::statement search,
                             sqlite::statement count)
    : database_(std::move(opened))
    , find_(std::move(find))
    , search_(std::move(search))
    , count_(std::move(count))
{
}

result<person_reader> person_reader::open(const store_settings& settings)
{
    auto opened = connect(settings, sqlite::open_mode::existing);
    if (!opened)
        return opened.error();
    auto find = opened->prepare(find_sql);
    auto search = opened->prepare(search_sql);
    auto count = opened->prepare(count_sql);
    for (const auto* each : {&find, &search, &count}) {
        if (!*each)
            return each->error();
    }
    return person_reader(std::move(*opened), std::move(*find), std::move(*search), std::move(*count));
}

result<pessoas::person> person_reader::find(const uuid& id)
{
    auto rows = find_.start(id);
    const auto found = rows.next();
    if (!found)
        return found.error();
    return *found ? read(rows) : pessoas::errc::not_found;
}

result<std::vector<pessoas::person>> person_reader::search(const std::string& term)
{
    const auto query = sqlite::gram_query(term);
    auto rows = search_.start(query, term, static_cast<std::int64_t>(pessoas::search_limit));
    std::vector<pessoas::person> persons;
    for (;;) {
        const auto found = rows.next();
        if (!found)
            return found.error();
        if (!*found)
            return persons;
        auto person = read(rows);
        if (!person)
            return person.error();
        persons.push_back(std::move(*person));
    }
}

result<std::uint64_t> person_reader::count()
{
    auto rows = count_.start();
    const auto found = rows.next();
    if (!found)
        return found.error();
    return *found ? result<std::uint64_t>(static_cast<std::uint64_t>(rows.integer(0))) : sqlite::errc::corrupt;
}

} // namespace rinha::pessoas_sqlite
