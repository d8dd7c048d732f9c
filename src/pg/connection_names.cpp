#include "pg/connection_state.hpp"

#include <boost/asio/ip/basic_resolver.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace rinha::pg {

// libpq asks for addresses while it connects, and the thread would stand still: it is given them.
awaitable<bool> connection::state::find_hosts()
{
    hosts_ = {};
    if (!resolving_ && !found_) {
        auto all = hosts_of(settings_.conninfo);
        if (std::ranges::none_of(all, needs_address))
            co_return true;
        spawn(resolve(std::move(all)), resolving_);
    }
    // Asking can't be cancelled, and may take longer than an attempt: the next one waits for the same answer.
    while (resolving_ && trouble_.empty())
        co_await changed_.wait();
    if (!trouble_.empty())
        co_return false;
    const auto found = std::exchange(found_, std::nullopt);
    if (!found || found->empty()) {
        give_up(unknown_);
        co_return false;
    }
    hosts_ = join(*found);
    co_return true;
}

// A name with several addresses becomes several hosts; one without is left out.
awaitable<void> connection::state::resolve(std::vector<host> names)
{
    asio::ip::basic_resolver<asio::ip::tcp, executor> resolver{executor_};
    std::vector<host> found;
    for (host& each : names) {
        if (!needs_address(each)) {
            found.push_back(std::move(each));
            continue;
        }
        const auto [failed, entries] = co_await resolver.async_resolve(each.name, "", asio::as_tuple(asio::deferred));
        if (failed)
            unknown_ = fmt::format("no address of {}: {}", each.name, failed.message());
        for (const auto& entry : entries)
            found.push_back({each.name, entry.endpoint().address().to_string(), each.port});
    }
    found_ = std::move(found);
}

} // namespace rinha::pg
