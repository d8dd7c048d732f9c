#include "rinha/pg/pool.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>
#include <utility>

namespace rinha::pg {
namespace {

using member = std::unique_ptr<connection>;

} // namespace

pool::pool(const executor& ex, std::size_t size, const connection_settings& settings,
           const std::vector<statement>& statements, metrics::registry& m)
{
    assert(size > 0);
    for (std::size_t i = 0; i < size; ++i)
        connections_.push_back(std::make_unique<connection>(ex, settings, statements, m));
}

void pool::run()
{
    for (const member& each : connections_)
        each->run();
}

awaitable<void> pool::stop(clock::time_point deadline)
{
    for (const member& each : connections_)
        each->refuse();
    for (const member& each : connections_)
        co_await each->stop(deadline);
}

bool pool::is_up() const noexcept
{
    return std::ranges::any_of(connections_, [](const member& each) { return each->is_up(); });
}

std::chrono::microseconds pool::latency() const noexcept
{
    auto least = std::chrono::microseconds::max();
    for (const member& each : connections_)
        if (each->is_up())
            least = std::min(least, each->latency());
    return is_up() ? least : std::chrono::microseconds{0};
}

awaitable<result<rows>> pool::execute(const statement& what, params with)
{
    const auto rank = [](const member& each) { return std::tuple{each->is_away(), !each->is_up(), each->load()}; };
    const member& best = *std::ranges::min_element(connections_, {}, rank);
    return best->execute(what, std::move(with));
}

} // namespace rinha::pg
