#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

namespace rinha::stress_load {

// What a user comes for.
enum class purpose
{
    creation, // and a look at what was created
    search,
    invalid_search,
};

// Users a second; 0: none.
struct rates
{
    double creations = 0;
    double searches = 0;
    double invalid_searches = 0;
};

// The contest's mix at its peak: 100 searches and 40 invalid ones beside 600 creations.
constexpr rates in_proportion(double creations)
{
    return {.creations = creations, .searches = creations / 6, .invalid_searches = creations / 15};
}

struct arrival
{
    purpose what{};
    std::chrono::nanoseconds at{}; // since the start
};

// Who comes when: each kind at a constant rate, evenly spaced, whatever the server does (an open model).
class arrivals
{
public:
    arrivals(const rates& each, std::chrono::nanoseconds duration);

    // In the order of time. Nothing when the duration is over.
    std::optional<arrival> next();

private:
    struct row
    {
        purpose what;
        double rate;
        std::uint64_t come = 0;
    };

    std::chrono::nanoseconds duration_;
    std::array<row, 3> rows_;
};

} // namespace rinha::stress_load
