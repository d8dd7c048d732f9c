#include "rinha/http/server.hpp"

#include "http/acceptor.hpp"
#include "http/environment.hpp"
#include "http/one_block.hpp"
#include "http/session.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_allocator.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/intrusive/list.hpp>

#include <algorithm>
#include <exception>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/socket.h>

namespace rinha::http {
namespace {

// More connections than the limit that are turned away in good manner at a time; what is beyond is cut off.
constexpr std::size_t turned_away_at_once(std::size_t max_connections)
{
    return std::clamp<std::size_t>(max_connections / 8, 16, 256);
}

// How long handlers that were given up have to unwind.
constexpr std::chrono::milliseconds unwind_time{200};

// What is waited for then is short, and so is the time left.
constexpr clock::duration tick_when_draining = std::chrono::milliseconds(50);

// A quarter of the shortest of the times, within reason: how late a deadline may be noticed.
clock::duration tick_for(const server_settings& s)
{
    using std::chrono::milliseconds;
    const milliseconds shortest =
        std::min({s.head_timeout, s.body_timeout, s.idle_timeout, s.write_timeout, s.drain_idle, s.drain_deadline});
    return std::clamp(shortest / 4, milliseconds(5), milliseconds(500));
}

int family_of(int socket)
{
    sockaddr_storage address{};
    socklen_t size = sizeof(address);
    ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
    return address.ss_family;
}

} // namespace

std::size_t descriptors_needed(const server_settings& settings) noexcept
{
    constexpr std::size_t listening = 1;
    constexpr std::size_t cut_off = 1; // at a time
    return listening + settings.max_connections + turned_away_at_once(settings.max_connections) + cut_off;
}

// Sessions keep it alive until the last of them is gone.
struct server::state : std::enable_shared_from_this<server::state>
{
    state(executor on, int listening, const router& routes, const server_settings& settings, metrics::registry& m)
        : ex(on)
        , env(routes, settings, m)
        , family(family_of(listening))
        , accepting(on, listening, [this](descriptor connected) { adopt(std::move(connected)); })
        , ticker(on)
        , all_gone(on)
    {
    }

    class presence;

    void adopt(descriptor fd);
    void start(const std::shared_ptr<session>& made);
    void end(session& ended);
    void wait_for_tick();
    void tick();
    void look_for_lost_clients();
    awaitable<std::size_t> drain();
    awaitable<void> wait_until_all_gone(clock::time_point deadline);

    executor ex;
    environment env;
    int family;
    acceptor accepting;
    boost::intrusive::list<session, boost::intrusive::constant_time_size<false>> sessions;
    std::size_t open = 0;
    timer ticker;
    one_block waiting_for_tick;
    timer all_gone; // cancelled when the last session is gone
    bool ticking = false;
};

// A session among those of the server, until its coroutine is gone, however that came about.
class server::state::presence
{
public:
    presence(std::shared_ptr<state> at, std::shared_ptr<session> who) noexcept
        : at_(std::move(at))
        , who_(std::move(who))
    {
    }

    ~presence()
    {
        if (who_)
            at_->end(*who_);
    }

    presence(presence&&) noexcept = default;
    presence& operator=(presence&&) = delete;

private:
    std::shared_ptr<state> at_;
    std::shared_ptr<session> who_; // goes first: it refers to what is there
};

void server::state::adopt(descriptor fd)
{
    env.now = clock::now();
    session::socket connected(ex, asio::generic::stream_protocol(family, 0), fd.get());
    fd.release();
    env.metrics.accepted.add();
    if (open < env.settings.max_connections) {
        start(std::make_shared<session>(env, std::move(connected)));
        return;
    }
    env.metrics.refused.add();
    if (open < env.settings.max_connections + turned_away_at_once(env.settings.max_connections)) {
        const auto made = std::make_shared<session>(env, std::move(connected));
        made->turn_away();
        start(made);
    }
}

void server::state::start(const std::shared_ptr<session>& made)
{
    sessions.push_back(*made);
    ++open;
    env.metrics.connections.add(1);
    if (!std::exchange(ticking, true))
        wait_for_tick();

    presence until_ended(shared_from_this(), made);
    auto ended = [until_ended = std::move(until_ended)](const std::exception_ptr&) {};
    asio::co_spawn(ex, made->run(), asio::bind_cancellation_slot(made->cancellation_slot(), std::move(ended)));
}

void server::state::end(session& ended)
{
    sessions.erase(sessions.iterator_to(ended));
    --open;
    env.metrics.connections.add(-1);
    if (open == 0)
        all_gone.cancel();
}

// Not a coroutine: one that lacks the memory to wait is destroyed by Asio, and no deadline would be kept any more.
void server::state::wait_for_tick()
{
    const clock::duration period = tick_for(env.settings);
    const auto then = [self = shared_from_this()](const error_code& = {}) { self->tick(); };
    try {
        ticker.expires_after(env.drain_began ? std::min(period, tick_when_draining) : period);
        ticker.async_wait(asio::bind_allocator(waiting_for_tick.get(), then));
    } catch (const std::exception&) { // the queue of timers could not grow: as soon as others have had their turn, then
        asio::post(ex, asio::bind_allocator(waiting_for_tick.get(), then));
    }
}

// Goes on while there are sessions.
void server::state::tick()
{
    env.now = clock::now();
    try {
        for (session& each : sessions)
            each.tick();
        look_for_lost_clients();
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): no memory: at the next tick, then
    }
    ticking = open > 0;
    if (ticking)
        wait_for_tick();
}

// One system call for all clients who have waited for a tick or longer.
void server::state::look_for_lost_clients()
{
    std::vector<pollfd> asked;
    std::vector<std::shared_ptr<session>> whom; // who unwinds may take another with it
    for (session& each : sessions) {
        if (!each.is_handling_since(env.now - tick_for(env.settings)))
            continue;
        asked.push_back({.fd = each.native_handle(), .events = POLLRDHUP, .revents = 0});
        whom.push_back(each.shared_from_this());
    }
    if (asked.empty() || ::poll(asked.data(), asked.size(), 0) <= 0)
        return;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (asked[i].revents != 0)
            whom[i]->lose_client();
    }
}

awaitable<std::size_t> server::state::drain()
{
    env.now = clock::now();
    env.drain_began = env.now;
    accepting.take_all_and_close();

    const clock::time_point deadline = env.now + env.settings.drain_deadline;
    co_await wait_until_all_gone(deadline);

    std::vector<std::shared_ptr<session>> left;
    for (session& each : sessions)
        left.push_back(each.shared_from_this());
    const auto given_up = std::ranges::count_if(left, [](const auto& each) { return each->give_up(); });
    left.clear();
    co_await wait_until_all_gone(deadline + unwind_time);
    co_return static_cast<std::size_t>(given_up);
}

awaitable<void> server::state::wait_until_all_gone(clock::time_point deadline)
{
    all_gone.expires_at(deadline);
    while (open > 0 && clock::now() < deadline)
        co_await all_gone.async_wait(asio::as_tuple(asio::deferred));
}

server::server(executor ex, int listening, const router& routes, server_settings settings, metrics::registry& m)
    : state_(std::make_shared<state>(ex, listening, routes, settings, m))
{
}

server::~server() { state_->accepting.close(); }

void server::run() { state_->accepting.run(state_); }

awaitable<std::size_t> server::drain() { return state_->drain(); }

} // namespace rinha::http
