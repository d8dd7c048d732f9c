// One iteration is one find(): where a request goes, before its handler runs. The routes are those of the API; 404, 405
// and the answer to OPTIONS are made by the router itself, as problem documents.
#include "rinha/http/router.hpp"

#include <benchmark/benchmark.h>

namespace rinha::http {
namespace {

response nothing(const request&) { return {}; }

router routes()
{
    router all;
    all.add(method::post, "/pessoas", plain_handler(nothing));
    all.add(method::get, "/pessoas", plain_handler(nothing));
    all.add(method::get, "/pessoas/{id}", plain_handler(nothing));
    all.add(method::get, "/contagem-pessoas", plain_handler(nothing));
    return all;
}

void route_of(benchmark::State& state, method verb, std::string_view path)
{
    const router all = routes();
    request req;
    req.method = verb;
    req.path = path;
    for (auto _ : state)
        benchmark::DoNotOptimize(all.find(req));
}
BENCHMARK_CAPTURE(route_of, static_path, method::get, "/contagem-pessoas");
BENCHMARK_CAPTURE(route_of, path_with_id, method::get, "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab");
BENCHMARK_CAPTURE(route_of, unknown_path_404, method::get, "/pessoa");
BENCHMARK_CAPTURE(route_of, other_method_405, method::delete_, "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab");
BENCHMARK_CAPTURE(route_of, options_204, method::options, "/pessoas");

} // namespace
} // namespace rinha::http
