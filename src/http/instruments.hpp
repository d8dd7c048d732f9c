#pragma once

#include "rinha/core/async.hpp"
#include "rinha/http/router.hpp"
#include "rinha/metrics/registry.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace rinha::http {

// What one thread's server counts. Labels are patterns of routes, methods of routes and statuses: nothing that a client
// could make up.
class instruments
{
public:
    instruments(const router& routes, metrics::registry& registry);

    // `of` is nullptr where no route was found, or none was looked for.
    void answered(const route* of, unsigned status, clock::duration took);

    metrics::gauge& in_flight;
    metrics::gauge& connections;
    metrics::counter& accepted;
    metrics::counter& refused; // connections over the limit
    metrics::gauge& received;  // bytes of requests that are not whole
    metrics::gauge& unsent;    // bytes of answers that are not taken
    metrics::counter& cut_off;

private:
    struct of_route
    {
        metrics::histogram* seconds;
        std::vector<std::pair<unsigned, metrics::counter*>> by_status; // made when first seen
    };

    of_route make(const route* of);

    metrics::registry& registry_;
    std::vector<of_route> routes_seen_; // by route::index; the last one counts what has no route
};

} // namespace rinha::http
