// One iteration is one call: a draft parsed, a term read, search text made, or one or 50 persons written as JSON.
#include "rinha/pessoas/json.hpp"
#include "rinha/pessoas/parse.hpp"
#include "rinha/pessoas/search_text.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace rinha::pessoas {
namespace {

const std::string usual =
    R"({"apelido":"pVfMJZqgrmLPtTjUVY","nome":"João Vítor da Conceição","nascimento":"1985-09-23",)"
    R"("stack":["PostgreSQL","C++","Node.js","C#","Elixir"]})";

const std::string without_stack = R"({"apelido":"ana","nome":"Ana Barbosa","nascimento":"1985-09-23","stack":null})";

std::string of_64_kib()
{
    std::string body = R"({"apelido":"ana","nome":"Ana Barbosa","nascimento":"1985-09-23","stack":["a")";
    while (body.size() < 65'500)
        body += R"(,"an item of some 25 bytes")";
    return body + "]}";
}

person some_person()
{
    const auto draft = *parse_draft(usual);
    return {*parse_uuid("018c3a5e-7b1d-7abc-8def-0123456789ab"), draft.apelido, draft.nome, draft.nascimento,
            draft.stack};
}

void parse(benchmark::State& state, const std::string& body)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(parse_draft(body));
    state.SetBytesProcessed(state.iterations() * std::ssize(body));
}
BENCHMARK_CAPTURE(parse, usual, usual);
BENCHMARK_CAPTURE(parse, without_stack, without_stack);
BENCHMARK_CAPTURE(parse, of_64_kib, of_64_kib());
BENCHMARK_CAPTURE(parse, refused_422,
                  R"({"apelido":null,"nome":"Ana Barbosa","nascimento":"1985-09-23","stack":null})");
BENCHMARK_CAPTURE(parse, refused_400,
                  R"({"apelido":"ana","nome":"Ana Barbosa","nascimento":"1985-09-23","stack":[1,2]})");

void read_term(benchmark::State& state, const std::string& query)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(parse_term(query));
}
BENCHMARK_CAPTURE(read_term, plain, "t=berto");
BENCHMARK_CAPTURE(read_term, encoded, "pagina=0&t=Concei%C3%A7%C3%A3o+%C3%89");

void make_search_pieces(benchmark::State& state, const std::string& body)
{
    const auto draft = *parse_draft(body);
    for (auto _ : state)
        benchmark::DoNotOptimize(search_pieces(draft));
}
BENCHMARK_CAPTURE(make_search_pieces, usual, usual);
BENCHMARK_CAPTURE(make_search_pieces, without_stack, without_stack);
BENCHMARK_CAPTURE(make_search_pieces, of_64_kib, of_64_kib());

void make_search_term(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(search_term("Conceição"));
}
BENCHMARK(make_search_term);

void write_one(benchmark::State& state)
{
    const auto value = some_person();
    for (auto _ : state)
        benchmark::DoNotOptimize(to_json(value));
}
BENCHMARK(write_one);

void write_50(benchmark::State& state)
{
    const std::vector values(50, some_person());
    for (auto _ : state)
        benchmark::DoNotOptimize(to_json(values));
}
BENCHMARK(write_50);

} // namespace
} // namespace rinha::pessoas
