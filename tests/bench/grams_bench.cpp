// Substrings in the search texts of $PERSONS persons (50,000), in $TMPDIR: by the store's index of grams, and by the
// trigram tokenizer that SQLite brings, with and without positions. What each costs to fill, to keep and to search: one
// iteration is one file filled, or one search.
#include "bench/contest_persons.hpp"
#include "rinha/core/text.hpp"
#include "rinha/pessoas/repository.hpp"
#include "rinha/pessoas/search_text.hpp"
#include "rinha/sqlite/gram_tokenizer.hpp"
#include "rinha/sqlite/transaction.hpp"
#include "support/temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>
#include <string>
#include <string_view>

namespace rinha::bench {
namespace {

enum class kind
{
    none, // just the texts
    grams,
    trigrams,
    trigrams_with_positions,
};

std::string table_of(kind what)
{
    const std::string lean = "USING fts5(busca, content = '', columnsize = 0, detail = none, tokenize = ";
    const std::string with_positions = "USING fts5(busca, content = '', columnsize = 0, tokenize = ";
    const std::string trigram = "'trigram case_sensitive 1')";
    const std::string create = "CREATE VIRTUAL TABLE grams ";
    switch (what) {
    case kind::none:
        return {};
    case kind::grams:
        return create + lean + "'grams')";
    case kind::trigrams:
        return create + lean + trigram;
    case kind::trigrams_with_positions:
        return create + with_positions + trigram;
    }
    return {};
}

// The texts in a file, with one of the indexes, as the store fills it.
class indexed_texts
{
public:
    explicit indexed_texts(kind what)
        : kind_(what)
    {
        database_.use_wal().value();
        database_.execute("PRAGMA synchronous = OFF; PRAGMA cache_size = -16384").value(); // measures no disk
        sqlite::add_gram_tokenizer(database_, pessoas::field_separator).value();
        database_.execute("CREATE TABLE texts (ordem INTEGER PRIMARY KEY, busca TEXT NOT NULL)").value();
        if (what != kind::none) {
            database_.execute(table_of(what)).value();
            database_.execute("INSERT INTO grams (grams, rank) VALUES ('automerge', 0)").value();
        }
        fill();
    }

    static std::size_t wanted()
    {
        const char* const given = std::getenv("PERSONS");
        return given == nullptr ? 50'000 : std::strtoul(given, nullptr, 10);
    }

    double megabytes()
    {
        const auto size = database_.integer("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
        return static_cast<double>(size.value()) / 1e6;
    }

    std::size_t search(const std::string& term)
    {
        const auto limit = static_cast<std::int64_t>(pessoas::search_limit);
        if (kind_ != kind::grams && count_code_points(term) < sqlite::longest_gram)
            return count("SELECT busca FROM texts WHERE instr(busca, ?1) > 0 ORDER BY ordem LIMIT ?2", term, limit);
        const auto query = kind_ == kind::trigrams_with_positions ? '"' + term + '"' : sqlite::gram_query(term);
        constexpr std::string_view by_index = R"(
            SELECT t.busca FROM grams AS g CROSS JOIN texts AS t ON t.ordem = g.rowid
            WHERE grams MATCH ?1 AND instr(t.busca, ?2) > 0 ORDER BY g.rowid LIMIT ?3)";
        return count(by_index, query, term, limit);
    }

private:
    template <class... Values>
    std::size_t count(std::string_view sql, const Values&... values)
    {
        auto search = database_.prepare(sql).value();
        auto rows = search.start(values...);
        std::size_t found = 0;
        while (rows.next().value())
            ++found;
        return found;
    }

    void fill()
    {
        constexpr std::size_t batch = 64;
        contest_persons persons;
        auto keep = database_.prepare("INSERT INTO texts (busca) VALUES (?1)").value();
        auto index = database_.prepare(kind_ == kind::none ? "SELECT ?1, ?2"
                                                           : "INSERT INTO grams (rowid, busca) VALUES (?1, ?2)");
        for (std::size_t left = wanted(); left > 0;) {
            auto transaction = sqlite::transaction::begin(database_).value();
            for (std::size_t i = 0; i < batch && left > 0; ++i, --left) {
                const auto text = pessoas::search_pieces(persons.next()).front();
                keep.run(text).value();
                index->run(database_.last_row(), text).value();
            }
            if (kind_ != kind::none)
                database_.execute("INSERT INTO grams (grams, rank) VALUES ('merge', 16)").value();
            transaction.commit().value();
            database_.checkpoint().value();
        }
    }

    kind kind_;
    support::temporary_folder folder_;
    sqlite::database database_ = sqlite::database::open(folder_.file("texts.db"), sqlite::open_mode::create).value();
};

indexed_texts& shared(kind what)
{
    static std::map<kind, indexed_texts> all;
    return all.try_emplace(what, what).first->second;
}

void fill(benchmark::State& state, kind what)
{
    for (auto _ : state) {
        indexed_texts one(what);
        state.counters["a_text"] = {static_cast<double>(indexed_texts::wanted()),
                                    benchmark::Counter::kIsRate | benchmark::Counter::kInvert}; // seconds of CPU
        state.counters["MB"] = one.megabytes();
    }
}

void search(benchmark::State& state, kind what, const std::string& term)
{
    auto& in = shared(what);
    std::size_t found = 0;
    for (auto _ : state)
        found = in.search(term);
    state.counters["found"] = static_cast<double>(found);
}

#define FILL(name) BENCHMARK_CAPTURE(fill, name, kind::name)->Iterations(1)->Unit(benchmark::kMillisecond)
FILL(none);
FILL(grams);
FILL(trigrams);
FILL(trigrams_with_positions);
#undef FILL

#define SEARCH_BY(name, term, by) BENCHMARK_CAPTURE(search, name##_##by, kind::by, term)->Unit(benchmark::kMicrosecond)
#define SEARCH(name, term)                                                                                             \
    SEARCH_BY(name, term, grams);                                                                                      \
    SEARCH_BY(name, term, trigrams);                                                                                   \
    SEARCH_BY(name, term, trigrams_with_positions)
SEARCH(one_letter_common, "a");
SEARCH(one_letter_none, "\u2603");
SEARCH(two_letters_rare, "9q");
SEARCH(symbol, "+");
SEARCH(common, "postgres");
SEARCH(rare, "4999");
SEARCH(common_parts_rare_whole, "silvasil");
SEARCH(common_parts_none, "mariamariama");
SEARCH(none, "xyzzy");
#undef SEARCH
#undef SEARCH_BY

} // namespace
} // namespace rinha::bench
