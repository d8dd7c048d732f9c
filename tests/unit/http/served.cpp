#include "unit/http/served.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/detached.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <charconv>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace rinha::http {
namespace {

response text(std::string body)
{
    return {.status = 200, .content_type = "text/plain", .headers = {}, .body = std::move(body)};
}

// Waits for the gate, or for being cancelled.
awaitable<response> wait_for_gate(served& at)
{
    ++at.waiting;
    co_await at.gate->async_wait(asio::as_tuple(asio::deferred));
    --at.waiting;
    if (!at.gate_is_open)
        ++at.cancelled;
    co_return text("waited");
}

awaitable<response> soon(const request&) { co_return text("soon"); }

awaitable<response> big_later(const request&) { co_return text(std::string(16'000'000, 'x')); }

awaitable<response> throw_later(const request&)
{
    throw std::runtime_error("secret");
    co_return response{};
}

} // namespace

served::served(server_settings with)
    : settings(with)
{
    gate.emplace(loop, clock::time_point::max());
    routes.add(method::get, "/", plain_handler([](const request&) { return text("hello"); }));
    routes.add(method::post, "/echo", plain_handler([](const request& r) { return text(r.body); }));
    routes.add(method::post, "/wait", async_handler([this](const request&) { return wait_for_gate(*this); }));
    routes.add(method::get, "/wait", async_handler([this](const request&) { return wait_for_gate(*this); }));
    routes.add(method::get, "/soon", async_handler(soon));
    routes.add(method::get, "/big", plain_handler([](const request&) { return text(std::string(16'000'000, 'x')); }));
    routes.add(method::get, "/bytes/{number}",
               plain_handler([](const request& r) { return text(std::string(std::stoul(r.params[0]), 'x')); }));
    routes.add(method::get, "/big-later", async_handler(big_later));
    routes.add(method::get, "/throw",
               plain_handler([](const request&) -> response { throw std::runtime_error("secret"); }));
    routes.add(method::get, "/throw-later", async_handler(throw_later));

    listening = listener::open({.host = "127.0.0.1", .port = 0, .path = {}}, 1).value();
    serving.emplace(loop.get_executor(), listening->take(0), routes, settings, registry);
    serving->run();
}

served::~served() = default;

void served::open_gate()
{
    gate_is_open = true;
    gate->cancel();
}

void served::begin_drain()
{
    const auto run = [this]() -> awaitable<void> { drained = co_await serving->drain(); };
    asio::co_spawn(loop, run, asio::detached);
}

std::string served::metric(std::string_view name) const
{
    const std::string all = registry.to_text();
    const std::size_t line = all.find("\n" + std::string(name) + " ");
    if (line == std::string::npos)
        return {};
    const std::size_t value = line + name.size() + 2;
    return all.substr(value, all.find('\n', value) - value);
}

client::client(served& to)
    : server_(to)
    , socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
{
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(to.listening->bound_to().port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(socket_.get(), reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0)
        throw std::system_error(errno, std::generic_category());
}

void client::send(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto n = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        if (n > 0)
            bytes.remove_prefix(static_cast<std::size_t>(n));
        else if (errno == EAGAIN)
            server_.loop.run_one();
        else
            return;
    }
}

bool client::take_some()
{
    std::array<char, 65536> buffer;
    const auto n = ::recv(socket_.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (n > 0)
        received_.append(buffer.data(), static_cast<std::size_t>(n));
    ended_ = n == 0 || (n < 0 && errno != EAGAIN);
    reset_ = n < 0 && errno != EAGAIN;
    return n > 0;
}

bool client::receive()
{
    while (!take_some()) {
        if (ended_)
            return false;
        server_.loop.run_one();
    }
    return true;
}

std::size_t client::take()
{
    while (take_some())
        ;
    return received_.size();
}

std::string client::answer(bool with_body)
{
    std::size_t end = 0;
    while ((end = received_.find("\r\n\r\n")) == std::string::npos) {
        if (!receive())
            return std::exchange(received_, {});
    }
    end += 4;
    constexpr std::string_view name = "Content-Length: ";
    const std::size_t field = received_.find(name);
    if (with_body && field < end) {
        std::size_t length = 0;
        std::from_chars(received_.data() + field + name.size(), received_.data() + end, length);
        end += length;
    }
    while (received_.size() < end) {
        if (!receive())
            break;
    }
    std::string one = received_.substr(0, end);
    received_.erase(0, end);
    return one;
}

std::optional<std::string> client::rest()
{
    while (receive())
        ;
    if (reset_)
        return std::nullopt;
    return std::exchange(received_, {});
}

bool client::has_received() const
{
    char byte{};
    return ::recv(socket_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

void client::close_sending_side() { ::shutdown(socket_.get(), SHUT_WR); }

void client::close() { socket_ = {}; }

unsigned status_of(std::string_view answer)
{
    unsigned status = 0;
    if (answer.size() > 12)
        std::from_chars(answer.data() + 9, answer.data() + 12, status);
    return status;
}

} // namespace rinha::http
