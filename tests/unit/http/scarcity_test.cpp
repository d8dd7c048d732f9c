#include "rinha/http/server.hpp"

#include "unit/http/requests.hpp"
#include "unit/http/scarce_memory.hpp"
#include "unit/http/served.hpp"

#include <gmock/gmock.h>

// Out of memory: what lacks it ends, nothing else does.

namespace rinha::http {
namespace {

using namespace std::chrono_literals;

TEST(Scarcity, KeepsTheDeadlines)
{
    server_settings settings;
    settings.drain_idle = 20ms; // makes the tick short
    served to(settings);
    client from(to);
    from.send(get("/wait"));
    to.run_until([&] { return to.waiting == 1; });
    {
        const scarce_memory next;
        to.run_until([&] { return next.has_refused(); });
    }
    from.close();
    to.run_until([&] { return to.cancelled == 1; });
}

TEST(Scarcity, KeepsAccepting)
{
    served to;
    to.loop.poll();
    client lacking(to);
    {
        const scarce_memory next;
        to.run_until([&] { return next.has_refused(); });
    }
    lacking.rest();
    EXPECT_EQ(to.metric("http_connections"), "0");

    client from(to);
    from.send(get("/"));
    EXPECT_EQ(status_of(from.answer()), 200U);
}

} // namespace
} // namespace rinha::http
