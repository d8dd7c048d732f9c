#include "apps/stress_load/tally.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace rinha::stress_load {

namespace {

std::uint32_t microseconds(clock::duration time)
{
    constexpr std::int64_t longest = std::numeric_limits<std::uint32_t>::max(); // 71 minutes
    const auto count = std::chrono::duration_cast<std::chrono::microseconds>(time).count();
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(count, 0, longest));
}

} // namespace

percentiles percentiles_of(times& of)
{
    if (of.empty())
        return {};
    std::ranges::sort(of);
    const auto at = [&of](std::size_t percent) {
        const auto rank = (of.size() * percent + 99) / 100; // the nearest rank, from 1 on
        return static_cast<double>(of[rank - 1]) / 1000;
    };
    return {.count = of.size(), .p50 = at(50), .p75 = at(75), .p95 = at(95), .p99 = at(99), .max = at(100)};
}

void tally::add(request what, const result<answer>& got, clock::duration latency)
{
    const auto time = microseconds(latency);
    latencies_[static_cast<std::size_t>(what)].push_back(time);
    recent_.push_back(time);
    if (what == request::creation && got)
        ++creations_[got->status];
    if (const auto fault = fault_of(what, got); !fault.empty()) {
        ++failed_;
        ++faults_[fmt::format("{}: {}", name_of(what), fault)];
    }
}

void tally::add_delay(clock::duration late) { delays_.push_back(microseconds(late)); }

std::uint64_t tally::requests() const noexcept
{
    std::uint64_t all = 0;
    for (const auto& each : latencies_)
        all += each.size();
    return all;
}

} // namespace rinha::stress_load
