// One iteration is the head of one response, appended to a buffer that has room for it.
#include "http/date_line.hpp"
#include "http/response_writer.hpp"
#include "rinha/http/problem.hpp"

#include <benchmark/benchmark.h>

#include <string>

namespace rinha::http {
namespace {

void write_head(benchmark::State& state, const response& answer)
{
    date_line date;
    const std::string line(date.at(784'111'777));
    std::string out;
    for (auto _ : state) {
        out.clear();
        append_response(out, answer, line, persistence::implied, false);
        benchmark::DoNotOptimize(out.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * std::ssize(out));
}

response created()
{
    response answer{.status = 201, .content_type = {}, .headers = {}, .body = {}};
    answer.headers.add("Location", "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab");
    return answer;
}

BENCHMARK_CAPTURE(write_head, created_201, created());
BENCHMARK_CAPTURE(write_head, person_200,
                  {.status = 200, .content_type = "application/json", .headers = {}, .body = std::string(150, ' ')});
BENCHMARK_CAPTURE(write_head, refused_422, problem(422, "apelido is taken"));

} // namespace
} // namespace rinha::http
