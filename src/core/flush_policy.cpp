#include "rinha/core/flush_policy.hpp"

#include <cmath>

namespace rinha {

void flush_policy::row_arrived(clock::time_point now)
{
    using seconds = std::chrono::duration<double>;
    const double memory = seconds(settings_.memory).count();
    const double silence = seconds(now - last_arrival_).count();
    rate_ = rate_ * std::exp(-silence / memory) + 1 / memory;
    last_arrival_ = now;
}

clock::time_point flush_policy::due(std::size_t ready_rows, std::size_t ready_bytes) const
{
    if (ready_rows == 0)
        return clock::time_point::max();
    const bool is_full = ready_rows >= settings_.full_rows || ready_bytes >= settings_.full_bytes;
    if (is_full || rate_ < settings_.busy_rows_per_second)
        return clock::time_point::min();
    return last_flush_ + settings_.interval;
}

} // namespace rinha
