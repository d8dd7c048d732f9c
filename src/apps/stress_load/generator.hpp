#pragma once

#include "apps/stress_load/arrivals.hpp"
#include "apps/stress_load/connection.hpp"
#include "apps/stress_load/data.hpp"
#include "apps/stress_load/tally.hpp"
#include "rinha/core/async.hpp"

#include <cstdint>
#include <functional>
#include <random>

namespace rinha::stress_load {

// Lets users come as `arrivals` says, on one thread, until all that came have gone.
class generator
{
public:
    // A piece of the run that has gone by.
    struct interval
    {
        std::uint64_t number; // from 1 on
        std::uint64_t users;  // there now
        times latencies;      // of what was answered in it
    };
    using reporter = std::function<void(interval)>;

    generator(target& of, tally& counted, lines payloads, lines terms);

    // Both are awaited at once. The first ends when nobody else comes, the second when all have gone: at each interval
    // it also sends away who has waited too long.
    awaitable<void> run(arrivals who);
    awaitable<void> report(clock::duration every, reporter to);

    // From the start of run() until the last user left.
    clock::duration elapsed() const noexcept { return last_left_ - began_; }

    // Nobody comes any more; who is there goes on.
    void stop();

    // After run(): nobody was kept from coming by stop().
    bool have_all_come() const noexcept { return have_all_come_; }

private:
    awaitable<void> user(purpose what, clock::time_point due);
    void begin(purpose what, clock::time_point due);
    bool has_ended() const noexcept { return is_stopped_ && users_ == 0; }

    target& of_;
    tally& counted_;
    lines payloads_;
    lines terms_;
    std::uint64_t users_ = 0;
    timer next_; // who comes
    bool is_stopped_ = false;
    bool have_all_come_ = false;
    clock::time_point began_;
    clock::time_point last_left_;
    std::minstd_rand random_; // the same pauses in each run
};

} // namespace rinha::stress_load
