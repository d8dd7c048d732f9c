#pragma once

#include "http/descriptor.hpp"
#include "rinha/core/async.hpp"

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <cstddef>
#include <functional>

namespace rinha::http {

// Takes connections off a listening socket. Outlives every error: out of descriptors or memory it pauses, for the queue
// keeps who waits.
class acceptor
{
public:
    // `adopt` gets a connected socket that does not block. If it throws, that connection is closed.
    acceptor(executor ex, int listening, std::function<void(descriptor)> adopt);

    awaitable<void> run(); // until close()

    // Takes what is in the queue, now, and resets nobody by closing: who comes meanwhile is not let in.
    void take_all_and_close();

    void close();

private:
    bool take(std::size_t at_most);
    bool hand_over(descriptor connected) const;

    asio::posix::basic_stream_descriptor<executor> listening_;
    timer pause_;
    std::function<void(descriptor)> adopt_;
};

} // namespace rinha::http
