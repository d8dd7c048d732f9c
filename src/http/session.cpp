#include "http/session.hpp"

#include "http/response_writer.hpp"
#include "rinha/http/problem.hpp"

#include <boost/asio/this_coro.hpp>

#include <cassert>
#include <ctime>
#include <exception>
#include <new>
#include <utility>

namespace rinha::http {
namespace {

// What is read and thrown away from a client whose connection is ending.
constexpr std::size_t max_discarded = 1024 * 1024;
constexpr std::chrono::milliseconds linger_timeout{2'000};
constexpr std::chrono::milliseconds linger_when_draining{200}; // of who was not answered: nothing can be lost

// Scratch that a large answer has made larger than this is let go.
constexpr std::size_t max_output_kept = 1024 * 1024;

} // namespace

using need = conversation::need;
using phase = conversation::phase;

session::session(environment& env, socket connected)
    : env_(env)
    , socket_(std::move(connected))
    , talk_(env)
    , kept_share_(env.received)
    , unsent_share_(env.unsent)
    , since_(env.now)
{
    error_code ignored; // a socket that is not there any more shows itself when it is read
    socket_.non_blocking(true, ignored);
}

void session::turn_away() noexcept { is_one_too_many_ = true; }

awaitable<void> session::run()
{
    co_await asio::this_coro::throw_if_cancelled(false);
    need next = need::output;
    while (stage_ != stage::over) {
        try {
            if (std::exchange(is_one_too_many_, false)) {
                next = refuse();
            } else if (!unsent_.empty()) { // before anything else: what comes next may have something to say, too
                co_await write();
            } else if (next == need::output) {
                next = advance();
            } else if (next == need::handling) {
                co_await handle();
                next = need::output;
            } else if (next == need::close) {
                co_await close();
            } else if (is_overdue()) {
                next = end_in_time();
            } else {
                co_await until(socket::wait_read);
                env_.now = clock::now();
                readable_ = true;
                next = need::output;
            }
        } catch (...) { // the edge of a connection: out of memory, most likely
            next = fail();
        }
    }
    talk_.abandon();
    error_code ignored;
    socket_.close(ignored); // the destructor would take back what cut_off() has set
}

need session::refuse()
{
    append_response(env_.output, problem(503, "too many connections"), env_.date.at(std::time(nullptr)),
                    persistence::close, true);
    flush();
    talk_.hang_up();
    return need::close;
}

// Reads what is there, and lets the conversation go on as far as it can.
need session::advance()
{
    std::string_view input = kept_.empty() ? receive() : std::string_view(kept_);
    need next{};
    do {
        next = talk_.advance(input, env_.output);
        flush();
    } while (next == need::output && unsent_.empty() && stage_ == stage::talking);

    keep(next != need::close ? input : std::string_view());
    return next;
}

// What has been read waits for its turn, if there is room. Else nothing was done for it yet, so that the client may
// send it again; what is due is answered.
void session::keep(std::string_view input)
{
    if (input.empty()) {
        release(kept_);
        kept_share_.hold(0);
    } else if (!kept_.empty()) { // it is the end of that
        kept_.erase(0, kept_.size() - input.size());
    } else if (kept_share_.try_hold(input.size())) {
        kept_.assign(input);
    } else {
        talk_.end_with_what_is_due();
    }
}

std::string_view session::receive()
{
    if (!std::exchange(readable_, false))
        return {};
    error_code ec;
    const std::size_t n = socket_.read_some(asio::buffer(env_.input), ec);
    if (ec && ec != asio::error::would_block)
        stage_ = stage::over;
    return {env_.input.data(), n};
}

// Sends the output at once, as far as the socket takes it; what it does not take becomes `unsent_`.
void session::flush()
{
    std::string& output = env_.output;
    if (output.empty() || stage_ == stage::over)
        return;
    assert(unsent_.empty());
    error_code ec;
    const std::size_t n = socket_.write_some(asio::buffer(output), ec);
    if (ec && ec != asio::error::would_block) {
        stage_ = stage::over;
    } else if (n < output.size()) {
        keep_unsent(output, n);
    }
    output.clear();
    if (output.capacity() > max_output_kept)
        output.shrink_to_fit();
}

// A little that is left of much does not keep the memory of it all, unless there is none for the little.
void session::keep_unsent(std::string& output, std::size_t sent)
{
    try {
        if (output.size() - sent < output.capacity() / 2)
            std::string(output, sent).swap(unsent_);
    } catch (const std::bad_alloc&) { // what is half sent cannot be taken back
        assert(unsent_.empty());
    }
    sent_ = unsent_.empty() ? sent : 0;
    if (unsent_.empty())
        unsent_.swap(output);
    hold_unsent();
}

// Where it is too much, the slowest readers make way: this connection is not yet among them.
void session::hold_unsent()
{
    unsent_share_.hold(allocated_by(unsent_));
    while (env_.unsent.is_exceeded() && !env_.readers.empty())
        env_.readers.front().cut_off();
}

// Resets the connection, too: what the kernel holds of the answer goes with it.
void session::cut_off() noexcept
{
    env_.metrics.cut_off.add();
    slow_reader::unlink();
    release(kept_);
    release(unsent_);
    kept_share_.hold(0);
    unsent_share_.hold(0);
    error_code ignored;
    socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    lose_client();
}

awaitable<void> session::write()
{
    const stage before = std::exchange(stage_, stage::writing);
    since_ = env_.now;
    env_.readers.push_back(*this);
    while (sent_ < unsent_.size() && stage_ == stage::writing) {
        co_await until(socket::wait_write);
        env_.now = clock::now();
        if (stage_ != stage::writing)
            break;
        error_code ec;
        const std::size_t n = socket_.write_some(asio::buffer(unsent_) + sent_, ec);
        if (n > 0) {
            since_ = env_.now;
            env_.readers.splice(env_.readers.end(), env_.readers, slow_readers::s_iterator_to(*this));
        }
        if (is_overdue() || (ec && ec != asio::error::would_block))
            stage_ = stage::over;
        sent_ += n;
    }
    if (slow_reader::is_linked())
        slow_reader::unlink();
    release(unsent_);
    unsent_share_.hold(0);
    if (stage_ == stage::writing)
        stage_ = before;
}

awaitable<void> session::handle()
{
    response answer;
    bool threw = false;
    try {
        answer = co_await talk_.handle();
    } catch (...) { // the edge of a handler: nothing that it throws ends more than its connection
        threw = true;
    }
    env_.now = clock::now();
    if (stage_ == stage::over)
        talk_.abandon();
    else if (threw)
        talk_.give_up(500, "the request could not be served", env_.output);
    else
        talk_.answer(answer, !kept_.empty(), env_.output);
    flush();
}

// The sending side first, then what the client may still be sending: closing with unread bytes makes TCP reset the
// connection, and the client may never see the answer.
awaitable<void> session::close()
{
    if (stage_ == stage::over)
        co_return;
    error_code ec;
    if (talk_.client_may_be_sending())
        socket_.shutdown(socket::shutdown_send, ec);
    if (talk_.client_may_be_sending() && !ec) {
        stage_ = stage::lingering;
        since_ = env_.now;
    }
    for (std::size_t discarded = 0; stage_ == stage::lingering && !is_overdue() && discarded < max_discarded;) {
        co_await until(socket::wait_read);
        env_.now = clock::now();
        const std::size_t n = socket_.read_some(asio::buffer(env_.input), ec);
        if (ec && ec != asio::error::would_block)
            break;
        discarded += n;
    }
    stage_ = stage::over;
}

// What becomes of a connection that took too long to say something (spec row 41).
need session::end_in_time()
{
    unanswered_ = talk_.at() == phase::idle;
    if (unanswered_)
        talk_.hang_up();
    else
        end_with(408, "the request took too long to arrive");
    return need::close;
}

// All that was sent before is whole answers, unless the client has some of it still to take: so the next may be 500.
need session::fail() noexcept
{
    env_.output.clear();
    if (stage_ == stage::talking && unsent_.empty() && is_asked())
        end_with(500, "the request could not be served");
    else
        stage_ = stage::over;
    return need::close;
}

void session::end_with(unsigned status, std::string_view detail) noexcept
{
    try {
        talk_.give_up(status, detail, env_.output);
        flush();
    } catch (const std::exception&) {
        env_.output.clear();
        stage_ = stage::over;
    }
}

// A request was begun and is not answered.
bool session::is_asked() const noexcept { return talk_.at() != phase::idle && talk_.at() != phase::closing; }

bool session::is_overdue() const noexcept
{
    const server_settings& limits = env_.settings;
    const auto older_than = [&](clock::time_point since, clock::duration limit) { return env_.now - since >= limit; };
    switch (stage_) {
    case stage::writing:
        return older_than(since_, limits.write_timeout);
    case stage::lingering:
        return older_than(since_, env_.drain_began && unanswered_ ? linger_when_draining : linger_timeout);
    case stage::over:
        return false;
    case stage::talking:
        break;
    }
    switch (talk_.at()) {
    case phase::idle:
        return older_than(talk_.since(), limits.idle_timeout) ||
               (env_.drain_began && older_than(*env_.drain_began, limits.drain_idle));
    case phase::head:
        return older_than(talk_.since(), limits.head_timeout);
    case phase::body:
        return older_than(talk_.since(), limits.body_timeout);
    case phase::handling:
    case phase::closing:
        return false;
    }
    return false;
}

void session::tick()
{
    if (is_overdue())
        interrupt(); // it will look itself: something may have come meanwhile
}

bool session::is_handling_since(clock::time_point then) const noexcept
{
    return talk_.at() == phase::handling && talk_.since() <= then;
}

void session::lose_client()
{
    stage_ = stage::over;
    interrupt();
}

// Ends what is waited for, be it the session's own wait or the handler's.
void session::interrupt()
{
    error_code ignored;
    socket_.cancel(ignored);
    cancel_.emit(asio::cancellation_type::terminal);
}

bool session::give_up()
{
    const bool half_told = stage_ == stage::writing;
    const bool waits = stage_ == stage::talking && is_asked();
    if (waits) {
        end_with(503, talk_.at() == phase::handling
                          ? "the server is shutting down: what was asked for may have been done, or not"
                          : "the server is shutting down");
        error_code ignored;
        socket_.shutdown(socket::shutdown_send, ignored);
    }
    lose_client();
    return waits || half_told;
}

} // namespace rinha::http
