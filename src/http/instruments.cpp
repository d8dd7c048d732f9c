#include "http/instruments.hpp"

#include <algorithm>
#include <chrono>
#include <string>

namespace rinha::http {
namespace {

constexpr const char* buffered_help = "Requests half received, and answers half taken";

metrics::labels labels_of(const route* of)
{
    if (of == nullptr)
        return {{"method", "other"}, {"route", "unmatched"}};
    return {{"method", std::string(to_string(of->method))}, {"route", of->pattern}};
}

} // namespace

instruments::instruments(const router& routes, metrics::registry& registry)
    : in_flight(registry.make_gauge("http_requests_in_flight", "Requests whose handler has not answered yet"))
    , connections(registry.make_gauge("http_connections", "Open connections"))
    , accepted(registry.make_counter("http_connections_accepted_total", "Connections accepted"))
    , refused(registry.make_counter("http_connections_refused_total", "Connections refused for being too many"))
    , received(registry.make_gauge("http_buffered_bytes", buffered_help, {{"of", "requests"}}))
    , unsent(registry.make_gauge("http_buffered_bytes", buffered_help, {{"of", "answers"}}))
    , cut_off(registry.make_counter("http_connections_cut_off_total",
                                    "Connections closed in the midst of an answer that was taken too slowly to keep"))
    , registry_(registry)
{
    for (const auto& r : routes.routes())
        routes_seen_.push_back(make(r.get()));
    routes_seen_.push_back(make(nullptr));
}

instruments::of_route instruments::make(const route* of)
{
    return {&registry_.make_histogram("http_request_duration_seconds",
                                      "From the last byte of a request to its answer being ready",
                                      metrics::latency_bounds(), labels_of(of)),
            {}};
}

void instruments::answered(const route* of, unsigned status, clock::duration took)
{
    of_route& seen = of != nullptr ? routes_seen_[of->index] : routes_seen_.back();
    seen.seconds->observe(std::chrono::duration<double>(took).count());

    auto found = std::ranges::find(seen.by_status, status, &std::pair<unsigned, metrics::counter*>::first);
    if (found == seen.by_status.end()) {
        metrics::labels labels = labels_of(of);
        labels.emplace("status", std::to_string(status));
        auto& made = registry_.make_counter("http_requests_total", "Requests answered", labels);
        found = seen.by_status.emplace(seen.by_status.end(), status, &made);
    }
    found->second->add();
}

} // namespace rinha::http
