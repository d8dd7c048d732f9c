#pragma once

#include "rinha/http/listener.hpp"

namespace rinha::pessoas_api {

// Asks the admin address of a running instance for GET /health/ready and prints the answer. 0 if it is ready, 1 if it
// is not, or nobody answers within 3 s: an exit code. For health checks of containers that hold no curl.
int check_health(const http::endpoint& admin);

} // namespace rinha::pessoas_api
