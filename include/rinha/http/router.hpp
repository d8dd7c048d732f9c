#pragma once

#include "rinha/core/async.hpp"
#include "rinha/http/message.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

namespace rinha::http {

// A handler that waits for nothing. It costs no coroutine.
using plain_handler = std::function<response(const request&)>;

// A handler that waits. The request stays alive and unchanged until it is done; cancelling it means that the client is
// gone, or that its time is up.
using async_handler = std::function<awaitable<response>(const request&)>;

using handler = std::variant<plain_handler, async_handler>;

// What the session must know of a route between the head of a request and its body.
struct route_limits
{
    std::size_t body = std::size_t{64} * 1024; // bytes; over it 413 (spec row 20)
};

struct route
{
    std::string pattern; // "/pessoas/{id}": also the label of its metrics
    http::method method;
    http::handler handler;
    route_limits limits;
    std::size_t index = 0; // counts the routes of a router from 0: for tables kept beside it
};

// Finds the route of a request, for the wire and for requests made within the program alike. Filled before the first
// request, constant afterwards.
class router
{
public:
    router();
    ~router();
    router(router&&) noexcept;
    router& operator=(router&&) noexcept;

    // `pattern`: segments, literal or `{name}`: any one that is not empty, where no literal one fits. Decoded it may be
    // no UTF-8, or hold U+0000: that is for the handler to check. Not `other`, and no method of a pattern twice.
    void add(method verb, std::string_view pattern, handler handle, route_limits limits = {});

    // Where a request goes: a route (GET serves HEAD, RFC 9110 section 9.3.2), or the answer to give instead: 404 for
    // an unknown path, 405 with Allow for another method, 204 with Allow for OPTIONS (spec rows 34, 35). Fills
    // `req.params`. Needs method and path only.
    std::variant<const route*, response> find(request& req) const;

    // find() and the handler, for a request that is whole (the wire asks for the route's limits before the body has
    // come, so it calls find() itself). For HEAD the answer has the body of GET; who writes it leaves the body out.
    awaitable<response> dispatch(request& req) const;

    // By their index.
    const std::vector<std::unique_ptr<route>>& routes() const noexcept;

private:
    struct node;
    std::unique_ptr<node> root_;
    std::vector<std::unique_ptr<route>> routes_;
};

} // namespace rinha::http
