#pragma once

#include "apps/stress_load/verdict.hpp"
#include "rinha/core/async.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rinha::stress_load {

// Of times in microseconds, all of which are kept: so percentiles are exact.
using times = std::vector<std::uint32_t>;

struct percentiles
{
    std::size_t count = 0;
    double p50 = 0; // milliseconds, this and the others
    double p75 = 0;
    double p95 = 0;
    double p99 = 0;
    double max = 0;
};

// The smallest value that at least so many per cent do not exceed. Reorders them.
percentiles percentiles_of(times& of);

// What became of all requests of a run.
class tally
{
public:
    // Of a request that was due `latency` ago.
    void add(request what, const result<answer>& got, clock::duration latency);
    // Of a user who came that much later than he should have: the generator's own fault.
    void add_delay(clock::duration late);

    std::uint64_t requests() const noexcept;
    std::uint64_t failed() const noexcept { return failed_; }

    const times& latencies(request what) const noexcept { return latencies_[static_cast<std::size_t>(what)]; }
    const times& delays() const noexcept { return delays_; }
    // "criação: status 503" -> how often.
    const std::map<std::string, std::uint64_t>& faults() const noexcept { return faults_; }
    // Status of an answered creation -> how often.
    const std::map<int, std::uint64_t>& creations() const noexcept { return creations_; }

    // The latencies since the last call.
    times take_recent() { return std::exchange(recent_, {}); }

private:
    std::array<times, request_count> latencies_;
    times delays_;
    times recent_;
    std::map<std::string, std::uint64_t> faults_;
    std::map<int, std::uint64_t> creations_;
    std::uint64_t failed_ = 0;
};

} // namespace rinha::stress_load
