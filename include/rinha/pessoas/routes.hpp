#pragma once

#include "rinha/http/router.hpp"
#include "rinha/pessoas/repository.hpp"

namespace rinha::pessoas {

// POST /pessoas, GET /pessoas/<id>, GET /pessoas?t=, GET /contagem-pessoas. `pessoas` must outlive the router.
void add_routes(http::router& api, repository& pessoas);

} // namespace rinha::pessoas
