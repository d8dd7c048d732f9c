#pragma once

#include <chrono>
#include <random>

namespace rinha::pg {

// The pauses between attempts to connect: doubled from `first` to `most`, each shortened by up to a half by chance, so
// that many connections that were lost at once don't come back at once.
class backoff
{
public:
    using duration = std::chrono::milliseconds;

    backoff(duration first, duration most, std::minstd_rand::result_type seed);

    duration next();
    void reset() noexcept { step_ = first_; }

private:
    duration first_;
    duration most_;
    duration step_;
    std::minstd_rand random_;
};

} // namespace rinha::pg
