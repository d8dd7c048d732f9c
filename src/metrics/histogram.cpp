#include "rinha/metrics/registry.hpp"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace rinha::metrics {

histogram::histogram(std::vector<double> bounds)
    : bounds_(std::move(bounds))
    , buckets_(bounds_.size() + 1)
{
    assert(std::ranges::is_sorted(bounds_, std::less_equal<>{}));
}

void histogram::observe(double value) noexcept
{
    const auto bucket = static_cast<std::size_t>(std::ranges::lower_bound(bounds_, value) - bounds_.begin());

    auto& n = buckets_[bucket];
    n.store(n.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    sum_.store(sum_.load(std::memory_order_relaxed) + value, std::memory_order_relaxed);
}

std::uint64_t histogram::count(std::size_t bucket) const noexcept
{
    assert(bucket <= bounds_.size());
    return buckets_[bucket].load(std::memory_order_relaxed);
}

} // namespace rinha::metrics
