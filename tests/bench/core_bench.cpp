// One iteration is one call for one short text.
#include "rinha/core/date.hpp"
#include "rinha/core/json.hpp"
#include "rinha/core/text.hpp"
#include "rinha/core/uuid.hpp"

#include <benchmark/benchmark.h>

#include <array>
#include <string>

namespace rinha {
namespace {

const std::string ascii = "Maria da Conceicao Vasconcelos de Albuquerque";
const std::string accented = "Maria da Conceição Vasconcelos de Albuquerque";
const std::string greek = "Οδυσσεύς Πολύτροπος του Λαέρτη";

void fold(benchmark::State& state, const std::string& text)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(fold_case(text));
    state.SetBytesProcessed(state.iterations() * std::ssize(text));
}
BENCHMARK_CAPTURE(fold, ascii, ascii);
BENCHMARK_CAPTURE(fold, accented, accented);
BENCHMARK_CAPTURE(fold, greek, greek);

void count(benchmark::State& state, const std::string& text)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(count_code_points(text));
}
BENCHMARK_CAPTURE(count, accented, accented);

void write_json_string(benchmark::State& state, const std::string& text)
{
    std::string out;
    for (auto _ : state) {
        out.clear();
        append_json_string(out, text);
        benchmark::DoNotOptimize(out.data());
    }
    state.SetBytesProcessed(state.iterations() * std::ssize(text));
}
BENCHMARK_CAPTURE(write_json_string, accented, accented);
BENCHMARK_CAPTURE(write_json_string, quotes, R"(a "quoted" name, and a \ in it)");

void make_uuid(benchmark::State& state)
{
    uuid_v7_generator next;
    for (auto _ : state)
        benchmark::DoNotOptimize(next());
}
BENCHMARK(make_uuid);

void read_uuid(benchmark::State& state)
{
    const std::string text = "018c3a5e-7b1d-7abc-8def-0123456789ab";
    for (auto _ : state)
        benchmark::DoNotOptimize(parse_uuid(text));
}
BENCHMARK(read_uuid);

void write_uuid(benchmark::State& state)
{
    const auto id = *parse_uuid("018c3a5e-7b1d-7abc-8def-0123456789ab");
    std::array<char, 36> text{};
    for (auto _ : state) {
        write(id, text.data());
        benchmark::DoNotOptimize(text.data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(write_uuid);

void read_date(benchmark::State& state)
{
    const std::string text = "1985-09-23";
    for (auto _ : state)
        benchmark::DoNotOptimize(parse_date(text));
}
BENCHMARK(read_date);

} // namespace
} // namespace rinha
