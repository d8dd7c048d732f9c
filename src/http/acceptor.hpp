#pragma once

#include "http/one_block.hpp"
#include "rinha/core/async.hpp"
#include "rinha/core/descriptor.hpp"

#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <cstddef>
#include <functional>
#include <memory>

namespace rinha::http {

// Takes connections off a listening socket. Outlives every error: out of descriptors or memory it pauses, for the queue
// keeps who waits.
class acceptor
{
public:
    // `adopt` gets a connected socket that does not block. If it throws, that connection is closed.
    acceptor(const executor& ex, int listening, std::function<void(descriptor)> adopt);

    // From now on, until close(). Returns at once; what waits keeps `alive`.
    void run(std::shared_ptr<void> alive);

    // Takes what is in the queue, now, and resets nobody by closing: who comes meanwhile is not let in.
    void take_all_and_close();

    void close();

private:
    void wait(std::shared_ptr<void> alive);
    void pause(std::shared_ptr<void> alive);
    bool take(std::size_t at_most);
    bool hand_over(descriptor connected) const;

    asio::posix::basic_stream_descriptor<executor> listening_;
    timer pause_;
    one_block waiting_; // of one or the other
    std::function<void(descriptor)> adopt_;
    bool closing_ = false;
};

} // namespace rinha::http
