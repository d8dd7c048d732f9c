#pragma once

#include "apps/stress_load/answer.hpp"
#include "rinha/core/async.hpp"
#include "rinha/core/result.hpp"

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/intrusive/list.hpp>

#include <array>
#include <string_view>

namespace rinha::stress_load {

// Who waits for an answer.
class waiting : public boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>
{
public:
    virtual void give_up() = 0;

    clock::time_point until;

protected:
    ~waiting() = default;
};

// The first is the first to lose patience, of which all have the same.
using waiting_list = boost::intrusive::list<waiting, boost::intrusive::constant_time_size<false>>;

// Gives up what is due by then and not here.
void give_up(waiting_list& of, clock::time_point now);

// What all connections of a run have in common.
struct target
{
    executor on;
    asio::ip::tcp::endpoint server;
    std::string host; // as the header of that name has it
    clock::duration patience;
    waiting_list waiters;
};

// A user's own, opened for his first request, and again where the server ended it after an answer; closed at its end.
class connection final : private waiting
{
public:
    explicit connection(target& of)
        : of_(of)
        , socket_(of.on)
    {
    }

    // Sends a request, in two parts, and awaits the whole of its answer; both parts must last as long. Fails with what
    // the system says, with asio::error::timed_out, or with errc::bad_message. After a failure it can't be used again.
    awaitable<result<answer>> ask(std::string_view head, std::string_view body);

private:
    void give_up() override;
    error_code open();
    void close();
    awaitable<error_code> send(std::string_view head, std::string_view body);
    error_code meaning_of(error_code failed) const;

    target& of_;
    asio::basic_stream_socket<asio::ip::tcp, executor> socket_;
    bool is_late_ = false;
    std::array<char, 4096> received_;
};

} // namespace rinha::stress_load
