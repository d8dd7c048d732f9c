#include "pg/connection_state.hpp"

#include <algorithm>
#include <utility>

namespace rinha::pg {

// libpq asks for addresses while it connects, and the thread would stand still: it is given them.
awaitable<bool> connection::state::find_hosts()
{
    hosts_ = {};
    if (!asked_) {
        auto all = hosts_of(settings_.conninfo);
        if (std::ranges::none_of(all, needs_address))
            co_return true;
        asked_ = std::make_unique<name_query>(executor_, std::move(all));
    }
    // An attempt that runs out of time leaves the question open: the next one waits for the same answer.
    const error_code failed = co_await asked_->wait();
    if (failed)
        give_up(failed.message());
    if (!trouble_.empty())
        co_return false;
    const auto answered = std::move(asked_);
    const auto found = answered->take();
    if (found.hosts.empty()) {
        give_up(found.unknown);
        co_return false;
    }
    hosts_ = join(found.hosts);
    co_return true;
}

} // namespace rinha::pg
