#pragma once

#include "rinha/core/async.hpp"
#include "rinha/http/router.hpp"

#include <variant>

namespace rinha::http {

// What router::find() gives.
using target = std::variant<const route*, response>;

bool has_async_handler(const route& found) noexcept;

// The answer, or what is to be awaited for it. What a plain handler throws goes through.
using reply = std::variant<response, awaitable<response>>;
reply serve(const route& found, const request& req);

} // namespace rinha::http
