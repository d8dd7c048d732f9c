// Creations with many callers waiting, and searches, in a file of $PERSONS persons (50,000) in $TMPDIR. One iteration
// is 1,000 creations, one long one, one search, one lookup or one count.
#include "bench/contest_persons.hpp"
#include "rinha/pessoas_sqlite/repository.hpp"
#include "support/loop.hpp"
#include "support/temporary_folder.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

using persons = bench::contest_persons;

// One file for all the program's measurements.
struct world
{
    world()
    {
        const char* const wanted = std::getenv("PERSONS");
        for (std::size_t left = wanted == nullptr ? 50'000 : std::strtoul(wanted, nullptr, 10); left > 0;) {
            const std::size_t some = std::min<std::size_t>(left, 10'000);
            create(some, 256);
            left -= some;
        }
    }

    static world& shared()
    {
        static world one;
        return one;
    }

    awaitable<bool> create_some(std::size_t& left)
    {
        while (left > 0) {
            --left;
            auto created = co_await in.insert(source.next());
            created.value();
        }
        co_return true;
    }

    void create(std::size_t count, std::size_t callers)
    {
        std::vector<awaitable<bool>> all;
        for (std::size_t i = 0; i < callers; ++i)
            all.push_back(create_some(count));
        io.run_all(std::move(all));
    }

    support::temporary_folder folder;
    metrics::registry metrics;
    std::unique_ptr<store> kept = store::open({.path = folder.file("pessoas.db")}, metrics).value();
    support::loop io;
    repository in{*kept, io.executor()};
    persons source;
};

void create(benchmark::State& state)
{
    constexpr std::size_t creations = 1'000;
    auto& at = world::shared();
    for (auto _ : state)
        at.create(creations, static_cast<std::size_t>(state.range(0)));
    state.SetItemsProcessed(state.iterations() * std::int64_t{creations});
}
BENCHMARK(create)
    ->ArgName("callers")
    ->Arg(1)
    ->Arg(8)
    ->Arg(64)
    ->Arg(256)
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();

void search(benchmark::State& state, const std::string& term)
{
    auto& at = world::shared();
    std::size_t found = 0;
    for (auto _ : state) {
        const auto these = at.io.run(at.in.search(term)).value();
        found = these.size();
    }
    state.counters["found"] = static_cast<double>(found);
}
#define SEARCH(name, term)                                                                                             \
    BENCHMARK_CAPTURE(search, name, term)->Unit(benchmark::kMicrosecond)->MeasureProcessCPUTime()->UseRealTime()
SEARCH(one_letter_common, "a");
SEARCH(one_letter_none, "\u2603");
SEARCH(two_letters_common, "ma");
SEARCH(two_letters_rare, "9q");
SEARCH(symbol, "+");
SEARCH(symbols, "c++");
SEARCH(common, "postgres");
SEARCH(common_parts_rare_whole, "silvasil");
SEARCH(common_parts_none, "mariamariama");
SEARCH(rare, "4999");
SEARCH(none, "xyzzy");
SEARCH(long_none, "a term that nobody has, of quite some length");
#undef SEARCH

void find(benchmark::State& state)
{
    auto& at = world::shared();
    const uuid id = at.io.run(at.in.search("a")).value().front().id;
    for (auto _ : state)
        at.io.run(at.in.find(id)).value();
}
BENCHMARK(find)->Unit(benchmark::kMicrosecond)->MeasureProcessCPUTime()->UseRealTime();

void count(benchmark::State& state)
{
    auto& at = world::shared();
    for (auto _ : state)
        benchmark::DoNotOptimize(at.io.run(at.in.count()).value());
}
BENCHMARK(count)->Unit(benchmark::kMicrosecond)->MeasureProcessCPUTime()->UseRealTime();

// Last: persons like these make the searches slower.
void create_long(benchmark::State& state)
{
    auto& at = world::shared();
    std::mt19937 random(1);
    for (auto _ : state) {
        state.PauseTiming();
        auto value = at.source.next();
        value.stack = "[\"a\"";
        while (value.stack.size() < 64'000) {
            value.stack += ",\"";
            for (int i = 0; i < 32; ++i)
                value.stack += static_cast<char>('a' + random() % 26);
            value.stack += '"';
        }
        value.stack += ']';
        state.ResumeTiming();
        at.io.run(at.in.insert(std::move(value))).value();
    }
}
BENCHMARK(create_long)->Unit(benchmark::kMillisecond)->Iterations(50)->MeasureProcessCPUTime()->UseRealTime();

} // namespace
} // namespace rinha::pessoas_sqlite
