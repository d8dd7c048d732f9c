#pragma once

#include "rinha/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace rinha::http {

// HOST:PORT, [V6]:PORT or unix:PATH. HOST is an address or `localhost`; port 0 takes a free one.
struct endpoint
{
    std::string host; // empty for a unix socket
    std::uint16_t port = 0;
    std::string path;
};

// errc::bad_endpoint: the text is none of these.
result<endpoint> parse_endpoint(std::string_view text);

// As parse_endpoint reads it.
std::string to_string(const endpoint& at);

// A listening socket that several threads can serve: for TCP each thread gets a socket of its own (SO_REUSEPORT, after
// an exclusive bind has shown that the port is free), for a unix socket a duplicate of the one. A stale unix socket is
// removed when nobody answers on it; a live one is an error (address_in_use).
class listener
{
public:
    // For one thread or more; `backlog` is the length of each accept queue. Otherwise fails with what the system says
    // of the address: in use, not available, a path longer than 107 bytes, no permission.
    static result<listener> open(const endpoint& at, std::size_t threads, int backlog = 4'096);

    // Removes the unix socket's file if it is still its own: nobody new can connect, who is in the queue can be served.
    ~listener();
    listener(listener&&) noexcept;
    listener& operator=(listener&&) noexcept;

    const endpoint& bound_to() const noexcept; // with the real port
    int take(std::size_t thread);              // the descriptor of that thread, once; whoever takes it closes it

private:
    struct state;
    explicit listener(std::unique_ptr<state> opened) noexcept;

    std::unique_ptr<state> state_;
};

} // namespace rinha::http
