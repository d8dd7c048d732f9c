#include "apps/pessoas_api/notify.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/datagram_protocol.hpp>

#include <cstdlib>
#include <string>

namespace rinha::pessoas_api {

namespace asio = boost::asio;

void notify(std::string_view state)
{
    const char* const where = std::getenv("NOTIFY_SOCKET"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    if (where == nullptr || *where == '\0')
        return;
    std::string path = where;
    if (path.front() == '@') // an abstract socket's name begins with a zero byte
        path.front() = '\0';

    using protocol = asio::local::datagram_protocol;
    asio::io_context context;
    protocol::socket manager(context, protocol());
    boost::system::error_code ignored;
    manager.send_to(asio::buffer(state), protocol::endpoint(path), 0, ignored);
}

} // namespace rinha::pessoas_api
