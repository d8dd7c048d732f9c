#include "apps/pessoas_api/notify.hpp"

#include "unit/apps/environment.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/datagram_protocol.hpp>
#include <gtest/gtest.h>

#include <array>

#include <unistd.h>

namespace rinha::pessoas_api {
namespace {

namespace asio = boost::asio;
using protocol = asio::local::datagram_protocol;

TEST(Notify, SendsTheStateToTheServiceManager)
{
    const auto name = "pessoas-notify-test-" + std::to_string(getpid());
    asio::io_context context;
    protocol::socket manager(context, protocol::endpoint(std::string(1, '\0') + name));
    manager.non_blocking(true);
    const environment_variable where("NOTIFY_SOCKET", "@" + name);

    notify("READY=1");

    std::array<char, 64> received{};
    EXPECT_EQ(manager.receive(asio::buffer(received)), 7U);
    EXPECT_STREQ(received.data(), "READY=1");
}

TEST(Notify, DoesNothingWithoutAServiceManager) { EXPECT_NO_THROW(notify("READY=1")); }

TEST(Notify, OutlivesAServiceManagerThatIsGone)
{
    const environment_variable where("NOTIFY_SOCKET", "/nonexistent/notify");

    EXPECT_NO_THROW(notify("READY=1"));
}

} // namespace
} // namespace rinha::pessoas_api
