#pragma once

#include "http/environment.hpp"
#include "http/exchange.hpp"
#include "rinha/core/async.hpp"
#include "rinha/http/message.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rinha::http {

// The server's side of one connection, without I/O: bytes of requests in, bytes of answers out, in order. It says what
// it needs next; who moves the bytes, waits and runs the handlers is the session.
class conversation
{
public:
    enum class need : std::uint8_t
    {
        input,    // more bytes: all that were given are used
        output,   // that the output goes out first: there is much of it
        handling, // that handle() is awaited, and its answer given to answer()
        close,    // that the output goes out, and then the connection is closed
    };

    enum class phase : std::uint8_t
    {
        idle, // between requests
        head, // a byte of a request was read
        body,
        handling,
        closing,
    };

    explicit conversation(environment& env)
        : env_(env)
        , since_(env.now)
        , held_(env.received)
    {
    }

    ~conversation() { abandon(); }
    conversation(const conversation&) = delete;
    conversation& operator=(const conversation&) = delete;

    // Goes on as far as it can. Takes what it uses off the front of `input`, appends answers to `output`.
    need advance(std::string_view& input, std::string& output);

    // Runs the handler that advance() has asked for. The conversation must outlive it.
    awaitable<response> handle();

    // `more`: there is input behind the request.
    void answer(const response& answer, bool more, std::string& output);

    // Ends the conversation with an answer to the request that was begun, be it read whole or not. A handler that runs
    // may go on to read its request.
    void give_up(unsigned status, std::string_view detail, std::string& output);

    // Ends it between two requests.
    void hang_up() noexcept;

    // Ends it with the answer to the request that is being handled, or, between two requests, at once: the input behind
    // it is lost.
    void end_with_what_is_due() noexcept;

    phase at() const noexcept;

    // Since when it is in that phase.
    clock::time_point since() const noexcept { return since_; }

    // The handler's answer is no longer wanted: the client is gone, or was told something else.
    void abandon() noexcept;

    // Whether the client may still be sending when the connection is closed, so that closing it at once could cost it
    // the answer (RFC 9112 section 9.6).
    bool client_may_be_sending() const noexcept { return client_may_be_sending_; }

private:
    void admit(bool more, std::string& output);
    void dispatch(bool more, std::string& output);
    void finish(const response& answer, bool stays, std::string& output);
    void release() noexcept;

    environment& env_;
    std::unique_ptr<exchange> exchange_; // none while idle
    clock::time_point since_;
    budget::share held_;       // of the request
    awaitable<response> work_; // that handle() gives
    bool handling_ = false;
    bool is_last_ = false; // the request that is being handled
    bool closing_ = false;
    bool client_may_be_sending_ = false;
};

} // namespace rinha::http
