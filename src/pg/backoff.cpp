#include "pg/backoff.hpp"

#include <algorithm>
#include <utility>

namespace rinha::pg {

backoff::backoff(duration first, duration most, std::minstd_rand::result_type seed)
    : first_(std::min(first, most))
    , most_(most)
    , step_(first_)
    , random_(seed)
{
}

backoff::duration backoff::next()
{
    const duration longest = std::exchange(step_, std::min(step_ * 2, most_));
    return duration{std::uniform_int_distribution{longest.count() / 2, longest.count()}(random_)};
}

} // namespace rinha::pg
