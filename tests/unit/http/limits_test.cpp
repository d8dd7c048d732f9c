#include "rinha/http/server.hpp"

#include "rinha/core/async.hpp"
#include "unit/http/requests.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <sys/resource.h>

// Spec row 43, and what the machine itself runs out of.

namespace rinha::http {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

TEST(Limits, TurnAwayAConnectionTooMany)
{
    server_settings settings;
    settings.max_connections = 1;
    served to(settings);
    client first(to);
    first.send(get("/"));
    first.answer();

    client second(to);
    const auto all = second.rest();
    ASSERT_TRUE(all);
    EXPECT_EQ(status_of(*all), 503U);
    EXPECT_THAT(*all, HasSubstr("Retry-After: "));
    EXPECT_THAT(*all, HasSubstr("Connection: close\r\n"));
    EXPECT_EQ(to.metric("http_connections_refused_total"), "1");

    first.send(get("/"));
    EXPECT_EQ(status_of(first.answer()), 200U) << "the others are served";
}

TEST(Limits, TurnAwayAClientWhoHasSentItsRequestWithoutAReset)
{
    server_settings settings;
    settings.max_connections = 0;
    served to(settings);
    client from(to);
    from.send(post("/echo", std::string(60'000, 'x')));

    const auto all = from.rest();
    ASSERT_TRUE(all) << "the connection was reset";
    EXPECT_EQ(status_of(*all), 503U);
}

TEST(Limits, TakeANewConnectionWhenOneIsGone)
{
    server_settings settings;
    settings.max_connections = 1;
    served to(settings);
    {
        client first(to);
        first.send(get("/"));
        first.answer();
    }
    to.run_until([&] { return to.metric("http_connections") == "0"; });

    client second(to);
    second.send(get("/"));
    EXPECT_EQ(status_of(second.answer()), 200U);
}

TEST(Limits, RefuseARequestTooManyAtOnceAndKeepTheConnection)
{
    server_settings settings;
    settings.max_in_flight = 1;
    served to(settings);
    client first(to);
    first.send(get("/wait"));
    to.run_until([&] { return to.waiting == 1; });
    EXPECT_EQ(to.metric("http_requests_in_flight"), "1");

    client second(to);
    second.send(get("/wait"));
    const std::string refused = second.answer();
    EXPECT_EQ(status_of(refused), 503U);
    EXPECT_THAT(refused, HasSubstr("Retry-After: "));

    to.open_gate();
    EXPECT_EQ(status_of(first.answer()), 200U);
    second.send(get("/soon"));
    EXPECT_EQ(status_of(second.answer()), 200U);
}

// Lets this process have no descriptor more than it has, while it lives.
class no_more_descriptors
{
public:
    no_more_descriptors()
    {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const descriptor next(::dup(0));
        rlimit now = before_;
        now.rlim_cur = static_cast<rlim_t>(next.get());
        ::setrlimit(RLIMIT_NOFILE, &now);
    }

    ~no_more_descriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

    no_more_descriptors(const no_more_descriptors&) = delete;
    no_more_descriptors& operator=(const no_more_descriptors&) = delete;

private:
    rlimit before_{};
};

std::size_t open_descriptors()
{
    const std::filesystem::directory_iterator all("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(Limits, SayHowManyDescriptorsAreNeededHoweverManyClientsCome)
{
    server_settings settings;
    settings.max_connections = 3;
    served to(settings);
    const std::size_t before = open_descriptors() - 1; // the listening one
    std::vector<std::unique_ptr<client>> clients;
    while (clients.size() < 40) {
        clients.push_back(std::make_unique<client>(to));
        to.run_until([&] { return to.metric("http_connections_accepted_total") == std::to_string(clients.size()); });
    }
    const std::size_t held = open_descriptors() - before - clients.size();
    EXPECT_GT(held, settings.max_connections + 1) << "some are told that there is no room";
    EXPECT_LE(held, descriptors_needed(settings));
    EXPECT_GE(held + 1, descriptors_needed(settings)) << "one more is held for a moment, to be cut off";
}

TEST(Limits, KeepAcceptingAfterTheProcessRanOutOfDescriptors)
{
    served to;
    // The first time that it meets a type, UBSan needs a descriptor to look at it.
    timer used(to.loop.get_executor(), 0s);
    used.async_wait([](error_code) {});
    to.loop.poll();
    EXPECT_EQ(to.metric("http_connections_accepted_total"), "0");
    client from(to);
    from.send(get("/"));
    {
        const no_more_descriptors here;
        to.loop.poll();
        EXPECT_EQ(to.metric("http_connections_accepted_total"), "0");
        EXPECT_LT(to.loop.poll(), 10U) << "it tries again and again";
    }
    EXPECT_EQ(status_of(from.answer()), 200U);
}

} // namespace
} // namespace rinha::http
