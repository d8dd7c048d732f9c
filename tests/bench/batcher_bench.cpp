// One iteration is a batch of so many rows, from the first add() to the answers: all are added, taken, and settled at
// once as stored, as if the database took no time. `a_row` is the CPU time of one of them.
#include "rinha/core/batcher.hpp"

#include <benchmark/benchmark.h>

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace rinha {
namespace {

// Refers to its key: what a row costs to make and to move is not measured.
struct row
{
    std::string_view apelido;

    std::string_view key() const noexcept { return apelido; }
    std::size_t bytes() const noexcept { return 200; }
};

// Longer than what a string holds without allocating, as the contest's are, and in no order.
std::vector<std::string> apelidos(std::size_t count)
{
    std::mt19937 random(20230801); // the same in each run
    std::vector<std::string> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        while (all[i].size() < 18)
            all[i] += static_cast<char>('a' + random() % 26);
        all[i] += std::to_string(i);
    }
    return all;
}

void batch(benchmark::State& state)
{
    const auto rows = static_cast<std::size_t>(state.range(0));
    const auto keys = apelidos(rows);
    const std::vector<bool> all_stored(rows, true);
    batcher<row> batches;
    for (auto _ : state) {
        for (const std::string& key : keys)
            benchmark::DoNotOptimize(batches.add({key}));
        benchmark::DoNotOptimize(batches.take());
        benchmark::DoNotOptimize(batches.settle(all_stored));
    }
    state.counters["a_row"] = {static_cast<double>(rows),
                               benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert}; // seconds
}
BENCHMARK(batch)->ArgName("rows")->Arg(1)->Arg(8)->Arg(32)->Arg(128);

} // namespace
} // namespace rinha
