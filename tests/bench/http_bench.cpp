#include "bench/allocations.hpp"
#include "http/conversation.hpp"
#include "rinha/http/router.hpp"

#include <benchmark/benchmark.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <cstdint>
#include <exception>
#include <string>

// Whole conversations in memory: one iteration is one request, its bytes in as nginx forwards them, the bytes of its
// answer out. The counter is of allocations by operator new a request. The iterations are fixed, so that instructions
// can be counted, too: those of the program less those of a run with a filter that matches nothing, by the number of
// iterations.
//
//   valgrind --tool=callgrind build/bench/bin/bench_http --benchmark_filter=create

namespace rinha::http {
namespace {

constexpr std::int64_t requests = 100'000;

const std::string forwarded = "Host: api\r\nX-Real-IP: 172.18.0.1\r\nX-Forwarded-For: 172.18.0.1\r\n"
                              "accept: */*\r\nuser-agent: gatling/3.9.5\r\n";

const std::string person =
    R"({"apelido":"josé","nome":"José Roberto","nascimento":"2000-10-01","stack":["C#","Node"]})";

awaitable<response> created(const request&)
{
    response answer{.status = 201, .content_type = {}, .headers = {}, .body = {}};
    answer.headers.add("Location", "/pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab");
    co_return answer;
}

awaitable<response> found(const request&)
{
    response answer{.status = 200, .content_type = "application/json", .headers = {}, .body = person};
    co_return answer;
}

response live(const request&)
{
    return {.status = 200, .content_type = "text/plain", .headers = {}, .body = "alive\n"};
}

router routes()
{
    router all;
    all.add(method::post, "/pessoas", async_handler(created));
    all.add(method::get, "/pessoas/{id}", async_handler(found));
    all.add(method::get, "/pessoas", async_handler(found));
    all.add(method::get, "/contagem-pessoas", async_handler(found));
    all.add(method::get, "/health/live", plain_handler(live));
    return all;
}

awaitable<void> converse(benchmark::State& state, const std::string& request)
{
    const router all = routes();
    metrics::registry registry;
    environment env(all, {}, registry);
    conversation talk(env);
    std::string output;
    const std::size_t before = allocations();
    for (auto _ : state) {
        std::string_view input = request;
        if (talk.advance(input, output) == conversation::need::handling) {
            const response answer = co_await talk.handle();
            talk.answer(answer, false, output);
            talk.advance(input, output);
        }
        benchmark::DoNotOptimize(output.data());
        output.clear();
    }
    state.counters["allocations"] =
        static_cast<double>(allocations() - before) / static_cast<double>(state.iterations());
}

void conversation_of(benchmark::State& state, const std::string& request)
{
    asio::io_context loop;
    asio::co_spawn(loop, converse(state, request), [](const std::exception_ptr& failed) {
        if (failed)
            std::rethrow_exception(failed);
    });
    loop.run();
}

BENCHMARK_CAPTURE(conversation_of, live, "GET /health/live HTTP/1.1\r\n" + forwarded + "\r\n")->Iterations(requests);
BENCHMARK_CAPTURE(conversation_of, find,
                  "GET /pessoas/018c3a5e-7b1d-7abc-8def-0123456789ab HTTP/1.1\r\n" + forwarded + "\r\n")
    ->Iterations(requests);
BENCHMARK_CAPTURE(conversation_of, create,
                  "POST /pessoas HTTP/1.1\r\n" + forwarded + "content-type: application/json\r\nContent-Length: " +
                      std::to_string(person.size()) + "\r\n\r\n" + person)
    ->Iterations(requests);

} // namespace
} // namespace rinha::http
