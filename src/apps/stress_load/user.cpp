#include "apps/stress_load/user.hpp"

#include <boost/asio/deferred.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace rinha::stress_load {

namespace {

std::string get(std::string_view path, std::string_view host)
{
    return fmt::format("GET {} HTTP/1.1\r\nHost: {}\r\n\r\n", path, host);
}

// Of a Location, which may be a whole URL.
std::string_view path_of(std::string_view location)
{
    const auto scheme = location.find("://");
    if (scheme == std::string_view::npos)
        return location;
    return location.substr(std::min(location.find('/', scheme + 3), location.size()));
}

} // namespace

awaitable<void> create(target& of, tally& counted, clock::time_point due, std::string_view payload,
                       std::chrono::milliseconds pause)
{
    connection own(of);
    const auto post = fmt::format(
        "POST /pessoas HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n", of.host,
        payload.size());
    const auto created = co_await own.ask(post, payload);
    const auto answered = clock::now();
    counted.add(request::creation, created, answered - due);
    if (!created || created->status != 201 || created->location.empty())
        co_return;

    const auto look_at = answered + pause;
    timer alarm(of.on, look_at);
    co_await alarm.async_wait(asio::deferred);
    const auto look = get(path_of(created->location), of.host);
    const auto found = co_await own.ask(look, {});
    counted.add(request::look, found, clock::now() - look_at);
}

awaitable<void> search(target& of, tally& counted, clock::time_point due, std::string term)
{
    connection own(of);
    const auto path = fmt::format("/pessoas?t={}", term);
    const auto question = get(path, of.host);
    const auto found = co_await own.ask(question, {});
    counted.add(request::search, found, clock::now() - due);
}

awaitable<void> search_for_nothing(target& of, tally& counted, clock::time_point due)
{
    connection own(of);
    const auto question = get("/pessoas", of.host);
    const auto refused = co_await own.ask(question, {});
    counted.add(request::invalid_search, refused, clock::now() - due);
}

} // namespace rinha::stress_load
