#pragma once

#include "http/conversation.hpp"
#include "http/environment.hpp"
#include "http/one_block.hpp"
#include "rinha/core/async.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/intrusive/list.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace rinha::http {

// One connection: moves the bytes of a conversation, waits, and runs its handlers. A single coroutine; while it waits
// for a request it holds no buffer. Time passes for it only by tick().
class session final
    : public std::enable_shared_from_this<session>,
      public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>,
      private slow_reader
{
public:
    using socket = asio::basic_stream_socket<asio::generic::stream_protocol, executor>;

    session(environment& env, socket connected);

    // Before run(), for a connection too many: it will be told 503, whatever it wants.
    void turn_away() noexcept;

    // Until the connection is closed. To be spawned with cancellation_slot(), and to be outlived by the session. The
    // edge of a connection: nothing that is thrown, for lack of memory or by a handler, ends more than it.
    awaitable<void> run();

    asio::cancellation_slot cancellation_slot() noexcept { return cancel_.slot(); }

    // Ends what has taken too long by env.now.
    void tick();

    // A handler runs since then or longer: its client may have gone meanwhile.
    bool is_handling_since(clock::time_point then) const noexcept;

    int native_handle() noexcept { return socket_.native_handle(); }

    // The client has closed its side or is gone: ends the handler, and the connection without an answer.
    void lose_client();

    // Draining takes too long: 503 to who waits for an answer (where a handler runs, what it has done is not known;
    // spec row 42), and the end. Returns whether somebody did, or has not taken all of one.
    bool give_up();

private:
    enum class stage : std::uint8_t
    {
        talking,
        writing,
        lingering,
        over,
    };

    // For a wait of its own, one at a time. It needs no memory, which Asio could lack after the coroutine has been
    // suspended: the exception would leave the loop.
    auto until(socket::wait_type ready)
    {
        const auto begin = [this, ready](auto resume) {
            auto in_block = asio::bind_allocator(waiting_.get(), std::move(resume));
            socket_.async_wait(ready, asio::bind_cancellation_slot(asio::cancellation_slot(), std::move(in_block)));
        };
        auto token = asio::as_tuple(asio::deferred);
        return asio::async_initiate<decltype(token), void(error_code)>(begin, token);
    }

    void interrupt();
    conversation::need refuse();
    conversation::need advance();
    std::string_view receive();
    void flush();
    void keep_unsent(std::string& output, std::size_t sent);
    void keep(std::string_view input);
    void hold_unsent();
    void cut_off() noexcept override;
    awaitable<void> write();
    awaitable<void> handle();
    awaitable<void> close();
    conversation::need end_in_time();

    // Whatever was thrown: lets go of the output that is shared, and says 500 where it can be said.
    conversation::need fail() noexcept;

    // Says it instead of an answer, and no more; without the memory for that it is the end at once.
    void end_with(unsigned status, std::string_view detail) noexcept;

    bool is_asked() const noexcept;
    bool is_overdue() const noexcept;

    environment& env_;
    socket socket_;
    one_block waiting_;
    conversation talk_;
    asio::cancellation_signal cancel_;
    std::string kept_;   // input that was read but not used before a wait
    std::string unsent_; // output that the client has not taken yet, from sent_ on
    std::size_t sent_ = 0;
    budget::share kept_share_;
    budget::share unsent_share_;
    clock::time_point since_; // when the stage began, or last got on
    stage stage_ = stage::talking;
    bool is_one_too_many_ = false;
    bool readable_ = true;    // there may be input in the socket
    bool unanswered_ = false; // it ends without an answer that the client might still have to take
};

} // namespace rinha::http
