#include "pg/connection_state.hpp"

#include <fmt/format.h>

#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace rinha::pg {

awaitable<bool> connection::state::connect()
{
    using progress = wire::progress;
    const bool found = co_await find_hosts();
    if (!found)
        co_return false;
    attempt_ends_ = clock::now() + settings_.connect_timeout;
    wire_ = std::make_unique<wire>(settings_.conninfo, hosts_);
    auto next = wire_->is_broken() ? progress::failed : progress::writing;
    while (next == progress::reading || next == progress::writing) {
        follow_socket(); // libpq may take another one at each step
        const bool go_on = co_await ready(next == progress::reading ? wait_type::wait_read : wait_type::wait_write);
        if (!go_on)
            co_return false;
        next = wire_->connect();
    }
    if (next == progress::failed) {
        give_up(wire_->why());
        co_return false;
    }
    follow_socket();
    co_return true;
}

void connection::state::follow_socket()
{
    error_code failed;
    socket_.close(failed);
    const int own = ::fcntl(wire_->socket(), F_DUPFD_CLOEXEC, 0);
    socket_.assign(own, failed);
    if (!failed)
        return;
    if (own >= 0)
        ::close(own);
    throw boost::system::system_error(failed);
}

awaitable<bool> connection::state::prepare()
{
    bool written =
        wire_->set("statement_timeout", fmt::format("{} ms", (settings_.statement_deadline * 9 / 10).count()));
    for (const auto& [name, value] : settings_.session)
        written = written && wire_->set(name, value);
    for (const statement& each : statements_)
        written = written && wire_->prepare(each);
    written = written && wire_->sync();
    if (!written) {
        give_up(wire_->why());
        co_return false;
    }
    const bool flushed = co_await flush();
    if (!flushed)
        co_return false;

    std::size_t settings_owed = 1 + settings_.session.size(); // they are answered first
    for (bool received = true;; received = wire_->receive()) {
        while (const auto reply = wire_->next()) {
            if (reply->what == wire::reply::kind::synced) {
                const bool went_well = trouble_.empty();
                co_return went_well;
            }
            const bool is_of_setting = settings_owed > 0;
            settings_owed -= is_of_setting ? 1 : 0;
            if (reply->what == wire::reply::kind::answer && reply->answer.has_error())
                refused(*reply, is_of_setting);
        }
        if (!received || wire_->is_broken()) {
            give_up(wire_->why());
            co_return false;
        }
        const bool readable = co_await ready(wait_type::wait_read);
        if (!readable)
            co_return false;
    }
}

void connection::state::refused(const wire::reply& error, bool is_of_setting)
{
    const bool is_unprepared = error.misses_name && !is_of_setting;
    unprepared_.store(is_unprepared, std::memory_order_relaxed);
    const std::string_view advice = is_unprepared ? settings_.advice_if_unprepared : std::string_view{};
    give_up(fmt::format("can't {}: {}{}{}", is_of_setting ? "set up the session" : "prepare", error.message,
                        advice.empty() ? "" : "; ", advice));
}

} // namespace rinha::pg
