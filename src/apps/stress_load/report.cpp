#include "apps/stress_load/report.hpp"

#include "rinha/core/json.hpp"

#include <fmt/format.h>

#include <iterator>

namespace rinha::stress_load {

namespace {

std::string quoted(std::string_view text)
{
    std::string out;
    append_json_string(out, text);
    return out;
}

std::string to_json(const percentiles& of)
{
    return fmt::format(R"({{"count": {}, "p50": {:.3f}, "p75": {:.3f}, "p95": {:.3f}, "p99": {:.3f}, "max": {:.3f}}})",
                       of.count, of.p50, of.p75, of.p95, of.p99, of.max);
}

template <class Counts>
std::string to_json_object(const Counts& counts)
{
    std::string out;
    for (const auto& [key, count] : counts)
        fmt::format_to(std::back_inserter(out), "{}{}: {}", out.empty() ? "" : ", ", quoted(fmt::format("{}", key)),
                       count);
    return "{" + out + "}";
}

} // namespace

std::string progress(const generator::interval& gone, const tally& until_now)
{
    auto latencies = gone.latencies;
    const auto of = percentiles_of(latencies);
    return fmt::format("{:4} s  {:6} requests  {:5} users  p50 {:8.2f} ms  p99 {:8.2f} ms  KO {}", gone.number,
                       of.count, gone.users, of.p50, of.p99, until_now.failed());
}

std::string to_json(const run& of, const tally& counted)
{
    times all;
    std::string latencies;
    for (const auto what : {request::creation, request::look, request::search, request::invalid_search}) {
        auto each = counted.latencies(what);
        all.insert(all.end(), each.begin(), each.end());
        fmt::format_to(std::back_inserter(latencies), ",\n  {}: {}", quoted(name_of(what)),
                       to_json(percentiles_of(each)));
    }
    auto delays = counted.delays();
    const auto users = delays.size();

    std::string out = "{\n";
    const auto member = [&out](std::string_view name, std::string_view value) {
        fmt::format_to(std::back_inserter(out), " \"{}\": {},\n", name, value);
    };
    member("url", quoted(of.url));
    member("creations_per_second", fmt::format("{}", of.asked.creations));
    member("searches_per_second", fmt::format("{}", of.asked.searches));
    member("invalid_searches_per_second", fmt::format("{}", of.asked.invalid_searches));
    member("seconds", fmt::format("{}", of.duration.count()));
    member("elapsed_seconds", fmt::format("{:.3f}", of.elapsed.count()));
    member("users", fmt::format("{}", users));
    member("requests", fmt::format("{}", counted.requests()));
    member("ok", fmt::format("{}", counted.requests() - counted.failed()));
    member("ko", fmt::format("{}", counted.failed()));
    member("ko_by_reason", to_json_object(counted.faults()));
    member("creations_by_status", to_json_object(counted.creations()));
    member("latency_ms", fmt::format("{{\n  \"all\": {}{}\n }}", to_json(percentiles_of(all)), latencies));
    member("late_ms", to_json(percentiles_of(delays)));
    fmt::format_to(std::back_inserter(out), " \"cpu_seconds\": {:.3f}\n}}\n", of.cpu.count());
    return out;
}

} // namespace rinha::stress_load
