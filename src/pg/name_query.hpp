#pragma once

#include "pg/hosts.hpp"
#include "rinha/core/async.hpp"
#include "rinha/core/result.hpp"

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <future>
#include <string>
#include <vector>

namespace rinha::pg {

// Asks for the addresses of hosts' names. getaddrinfo() can't be cancelled, and may take longer than anybody waits: it
// is called by a thread that nobody joins. That thread shares with this no more than a pipe and a promise, so this, the
// loop and the program may end before it does.
class name_query
{
public:
    struct answer
    {
        std::vector<host> hosts; // a name with several addresses becomes several; one without is left out
        std::string unknown;     // why the last one that was left out has none
    };

    // Throws where threads or descriptors are out.
    name_query(const executor& ex, std::vector<host> names);

    // Until it is answered, or until cancel(): operation_aborted. May be called again.
    awaitable<error_code> wait();

    void cancel();

    // Once, after wait() without an error. Throws where the thread was out of memory.
    answer take() { return answer_.get(); }

private:
    asio::posix::basic_stream_descriptor<executor> answered_; // readable by then
    std::future<answer> answer_;
};

} // namespace rinha::pg
