#include "rinha/pessoas/routes.hpp"

#include "rinha/http/problem.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/json.hpp"
#include "rinha/pessoas/parse.hpp"

#include <utility>

namespace rinha::pessoas {
namespace {

using http::method;
using http::request;
using http::response;

response created(const uuid& id)
{
    response answer{.status = 201, .content_type = {}, .headers = {}, .body = {}};
    answer.headers.add("Location", "/pessoas/" + to_string(id));
    return answer;
}

response json(std::string body)
{
    return {.status = 200, .content_type = "application/json", .headers = {}, .body = std::move(body)};
}

response text(std::string body)
{
    return {.status = 200, .content_type = "text/plain", .headers = {}, .body = std::move(body)};
}

// POST /pessoas: 201 + Location; 400 if the body is malformed; 422 if a field is invalid or the apelido is taken.
awaitable<response> create(const request& req, repository& pessoas)
{
    auto draft = parse_draft(req.body);
    if (!draft)
        co_return http::refuse(draft.error());

    const auto id = co_await pessoas.insert(std::move(*draft));
    if (!id)
        co_return http::refuse(id.error());

    co_return created(*id);
}

// GET /pessoas/<id>: 200 with the person; 404 if there is none, or the text is no UUID.
awaitable<response> find(const request& req, repository& pessoas)
{
    const auto id = parse_uuid(req.params.front());
    if (!id)
        co_return http::refuse(errc::not_found);

    const auto found = co_await pessoas.find(*id);
    if (!found)
        co_return http::refuse(found.error());

    co_return json(to_json(*found));
}

// GET /pessoas?t=<term>: 200 with an array of persons; 400 without a term.
awaitable<response> search(const request& req, repository& pessoas)
{
    auto term = parse_term(req.query);
    if (!term)
        co_return http::refuse(term.error());

    const auto found = co_await pessoas.search(std::move(*term));
    if (!found)
        co_return http::refuse(found.error());

    co_return json(to_json(*found));
}

// GET /contagem-pessoas: 200 with the number of persons.
awaitable<response> count(repository& pessoas)
{
    const auto number = co_await pessoas.count();
    if (!number)
        co_return http::refuse(number.error());

    co_return text(std::to_string(*number));
}

} // namespace

void add_routes(http::router& api, repository& pessoas)
{
    constexpr http::route_limits of_a_person{.body = 64 * 1024}; // spec row 20

    api.add(method::post, "/pessoas", [&pessoas](const request& req) { return create(req, pessoas); }, of_a_person);
    api.add(method::get, "/pessoas/{id}", [&pessoas](const request& req) { return find(req, pessoas); });
    api.add(method::get, "/pessoas", [&pessoas](const request& req) { return search(req, pessoas); });
    api.add(method::get, "/contagem-pessoas", [&pessoas](const request&) { return count(pessoas); });
}

} // namespace rinha::pessoas
