#include "apps/pessoas_api/control.hpp"
#include "rinha/http/listener.hpp"
#include "rinha/pessoas/error.hpp"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace rinha::pessoas_api {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

struct empty_repository final : pessoas::repository
{
    awaitable<result<uuid>> insert(pessoas::draft /*value*/) override { co_return pessoas::errc::apelido_taken; }
    awaitable<result<pessoas::person>> find(uuid /*id*/) override { co_return pessoas::errc::not_found; }
    awaitable<result<std::vector<pessoas::person>>> search(std::string /*term*/) override
    {
        co_return std::vector<pessoas::person>{};
    }
    awaitable<result<std::uint64_t>> count() override { co_return std::uint64_t{7}; }
};

// A store whose parts say what the test wants, and count their ends.
struct fake_store
{
    std::array<std::atomic<health>, 2> of_part{health::pass, health::pass};
    std::atomic<std::size_t> made = 0;
    std::atomic<int> stopped = 0;
};

class fake_part final : public store_part
{
public:
    explicit fake_part(fake_store& of)
        : of_(of)
        , number_(of.made++)
    {
    }

    pessoas::repository& persons() noexcept override { return persons_; }

    check health() const override { return {.name = "fake", .status = of_.of_part.at(number_), .latency = {}}; }

    awaitable<void> stop(clock::time_point /*deadline*/) override
    {
        ++of_.stopped;
        co_return;
    }

private:
    fake_store& of_;
    std::size_t number_;
    empty_repository persons_;
};

std::string get(const http::endpoint& from, const std::string& path)
{
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_port = htons(from.port);
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    std::string answer;
    const std::string request = "GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0)
        ::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
    std::array<char, 4096> buffer;
    for (ssize_t n = 0; (n = ::recv(fd, buffer.data(), buffer.size(), 0)) > 0;)
        answer.append(buffer.data(), static_cast<std::size_t>(n));
    ::close(fd);
    return answer;
}

class Control : public testing::Test
{
protected:
    http::listener listen(std::size_t threads)
    {
        auto opened = http::listener::open({.host = "127.0.0.1", .port = 0, .path = {}}, threads);
        return std::move(opened.value());
    }

    // Serves with two threads while `meanwhile` runs on another, then ends it by a signal. What run() returned.
    std::size_t serve(const std::function<void()>& meanwhile)
    {
        io_threads threads;
        const store parts = [this](const executor&) { return std::make_unique<fake_part>(fake); };
        for (std::size_t i = 0; i < 2; ++i)
            threads.push_back(std::make_unique<io_thread>(parts, api.take(i), http::server_settings{}, metrics));
        control main_thread(std::move(threads), metrics, {});
        main_thread.serve_admin(admin.take(0));
        std::thread user([&] {
            meanwhile();
            ::kill(::getpid(), SIGTERM);
        });
        const std::size_t given_up = main_thread.run();
        user.join();
        return given_up;
    }

    metrics::registry metrics;
    http::listener api = listen(2);
    http::listener admin = listen(1);
    fake_store fake;
};

TEST_F(Control, ServesTheApiAndTheAdminRoutesEachOnItsAddress)
{
    serve([this] {
        EXPECT_THAT(get(api.bound_to(), "/contagem-pessoas"), EndsWith("\r\n\r\n7"));
        EXPECT_THAT(get(api.bound_to(), "/health/live"), StartsWith("HTTP/1.1 404"));
        EXPECT_THAT(get(admin.bound_to(), "/health/live"), StartsWith("HTTP/1.1 200"));
        EXPECT_THAT(get(admin.bound_to(), "/metrics"), HasSubstr("http_connections_accepted_total 2\n"));
    });
}

TEST_F(Control, EndsOnASignalWhenEachStoreIsStopped)
{
    EXPECT_EQ(serve([] {}), 0U);
    EXPECT_EQ(fake.stopped, 2);
}

TEST_F(Control, IsReadyWhileAnyThreadIs)
{
    serve([this] {
        EXPECT_THAT(get(admin.bound_to(), "/health/ready"), HasSubstr(R"("status":"pass")"));
        fake.of_part[0] = health::fail;
        const std::string half = get(admin.bound_to(), "/health/ready");
        EXPECT_THAT(half, StartsWith("HTTP/1.1 200"));
        EXPECT_THAT(half, HasSubstr(R"("status":"warn")"));
        fake.of_part[1] = health::fail;
        EXPECT_THAT(get(admin.bound_to(), "/health/ready"), StartsWith("HTTP/1.1 503"));
    });
}

TEST(IoThread, EndsWithWhoOwnsIt)
{
    metrics::registry metrics;
    fake_store fake;
    auto api = http::listener::open({.host = "127.0.0.1", .port = 0, .path = {}}, 1).value();
    {
        io_thread one([&](const executor&) { return std::make_unique<fake_part>(fake); }, api.take(0), {}, metrics);
        one.run();
        EXPECT_THAT(get(api.bound_to(), "/contagem-pessoas"), EndsWith("\r\n\r\n7"));
    }
    EXPECT_EQ(get(api.bound_to(), "/contagem-pessoas"), "") << "nobody serves it any more";
}

} // namespace
} // namespace rinha::pessoas_api
