#include "apps/stress_load/arrivals.hpp"

#include <algorithm>

namespace rinha::stress_load {

namespace {

// The middle of the place that each has, so that not all kinds begin at once.
std::chrono::nanoseconds time_of(std::uint64_t number, double rate)
{
    const std::chrono::duration<double> at((static_cast<double>(number) + 0.5) / rate);
    return std::chrono::duration_cast<std::chrono::nanoseconds>(at);
}

} // namespace

arrivals::arrivals(const rates& each, std::chrono::nanoseconds duration)
    : duration_(duration)
    , rows_{{{.what = purpose::creation, .rate = each.creations},
             {.what = purpose::search, .rate = each.searches},
             {.what = purpose::invalid_search, .rate = each.invalid_searches}}}
{
}

std::optional<arrival> arrivals::next()
{
    const auto due = [this](const row& of) { return of.rate > 0 ? time_of(of.come, of.rate) : duration_; };
    auto& first = *std::ranges::min_element(rows_, {}, due);
    const auto at = due(first);
    if (at >= duration_)
        return std::nullopt;
    ++first.come;
    return arrival{.what = first.what, .at = at};
}

} // namespace rinha::stress_load
