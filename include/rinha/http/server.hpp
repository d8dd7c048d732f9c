#pragma once

#include "rinha/core/async.hpp"
#include "rinha/http/router.hpp"
#include "rinha/metrics/registry.hpp"

#include <chrono>
#include <cstddef>
#include <memory>

namespace rinha::http {

struct server_settings
{
    std::size_t max_connections = 16'384;             // a thread; one more gets 503 and is closed
    std::size_t max_in_flight = 4'096;                // requests being handled, a thread; one more gets 503
    std::size_t max_target = 8 * 1024;                // bytes of the request target: 414
    std::size_t max_head = 16 * 1024;                 // bytes of request line and headers: 431
    std::size_t max_pipelined_output = 256 * 1024;    // bytes of answers kept back while more requests are at hand
    std::size_t max_buffered = 64 * 1024 * 1024;      // bytes of input that waits, and as many of output, a thread
    std::chrono::milliseconds head_timeout{10'000};   // from the first byte of a request to the end of its headers
    std::chrono::milliseconds body_timeout{30'000};   // from the end of the headers to the end of the body
    std::chrono::milliseconds idle_timeout{75'000};   // of a connection between two requests
    std::chrono::milliseconds write_timeout{30'000};  // without a byte taken by the client
    std::chrono::milliseconds drain_idle{2'000};      // when draining: how long idle connections stay
    std::chrono::milliseconds drain_deadline{10'000}; // when draining: what is not answered by then gets 503
    bool access_log = false;                          // a JSON line for each request, on stdout
};

// The most file descriptors that a server with these settings holds at a time: the one it listens on, its connections,
// and those of clients who are told that there is no room.
std::size_t descriptors_needed(const server_settings& settings) noexcept;

// Serves a router on a listener's share of one I/O thread. All calls belong to that thread, or come
// before it runs.
//
// What a handler throws, and any lack of memory of the server's own, ends one connection at the most, with 500 where
// that can still be said. Asio has no such edge for what a handler itself waits for: where that lacks memory, bad_alloc
// leaves the executor's loop.
//
// What its connections hold while they wait is bounded by max_buffered (spec row 43), twice, so that neither kind of
// client takes the other's room.
// Input: a request that is not whole and does not fit gets 503 at once; what does not fit of the input behind a request
// is dropped, and the answer to that request is the connection's last. A request that is whole needs none of it:
// max_in_flight bounds those that are being handled.
// Output: an answer is past being refused. For one that does not fit the slowest readers are cut off, so that who takes
// an answer is never pushed out by who takes none. The latest answer may pass the bound alone.
class server
{
public:
    // `listening` is a descriptor of listener::take(), and this server's from now on; the router and the registry must
    // outlive all that runs on the executor, and what waits there when it is destroyed.
    server(executor ex, int listening, const router& routes, server_settings settings, metrics::registry& m);
    ~server(); // accepts no more; who is connected is served until its connection ends

    // Accepts from now on; returns at once.
    void run();

    // Once. Takes what is in the accept queue, closes the listener, ends what is in flight and closes (see spec,
    // "Operations"). Returns how many requests had to be given up: with 503, or with their answer half sent.
    awaitable<std::size_t> drain();

private:
    struct state;
    std::shared_ptr<state> state_;
};

} // namespace rinha::http
