#pragma once

#include "apps/pessoas_api/health.hpp"
#include "rinha/core/async.hpp"
#include "rinha/http/router.hpp"
#include "rinha/metrics/registry.hpp"

#include <functional>
#include <vector>

namespace rinha::pessoas_api {

using readiness = std::function<awaitable<std::vector<check>>()>;

// GET /health/live, /health/ready and /metrics (spec, "Operations"). `shown` must outlive the router.
void add_admin_routes(http::router& admin, const metrics::registry& shown, readiness ask);

} // namespace rinha::pessoas_api
