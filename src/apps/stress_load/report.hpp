#pragma once

#include "apps/stress_load/arrivals.hpp"
#include "apps/stress_load/generator.hpp"
#include "apps/stress_load/tally.hpp"

#include <chrono>
#include <string>

namespace rinha::stress_load {

// A line for who watches.
std::string progress(const generator::interval& gone, const tally& until_now);

// What was asked for, and what it cost.
struct run
{
    std::string url;
    rates asked;
    std::chrono::duration<double> duration;
    std::chrono::duration<double> elapsed;
    std::chrono::duration<double> cpu; // of this program
};

// The whole run as a JSON object.
std::string to_json(const run& of, const tally& counted);

} // namespace rinha::stress_load
