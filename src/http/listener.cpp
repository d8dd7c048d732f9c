#include "rinha/http/listener.hpp"

#include "http/sockets.hpp"

#include <utility>
#include <vector>

namespace rinha::http {

struct listener::state
{
    state() = default;
    state(const state&) = delete;
    state& operator=(const state&) = delete;

    ~state() { file.remove(); }

    endpoint bound_to;
    socket_file file;
    std::vector<descriptor> sockets;
};

listener::listener(std::unique_ptr<state> opened) noexcept
    : state_(std::move(opened))
{
}

listener::~listener() = default;
listener::listener(listener&&) noexcept = default;
listener& listener::operator=(listener&&) noexcept = default;

result<listener> listener::open(const endpoint& at, std::size_t threads, int backlog)
{
    auto made = std::make_unique<state>();
    made->bound_to = at;
    auto sockets = at.host.empty() ? listen_on_unix(at.path, threads, backlog, made->file)
                                   : listen_on_tcp(made->bound_to, threads, backlog);
    if (!sockets)
        return sockets.error();
    made->sockets = std::move(*sockets);
    return listener(std::move(made));
}

const endpoint& listener::bound_to() const noexcept { return state_->bound_to; }

int listener::take(std::size_t thread) { return state_->sockets.at(thread).release(); }

} // namespace rinha::http
