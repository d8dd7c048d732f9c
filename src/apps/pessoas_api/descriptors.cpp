#include "apps/pessoas_api/descriptors.hpp"

#include <algorithm>

#include <sys/resource.h>

namespace rinha::pessoas_api {

std::size_t raise_descriptor_limit()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 0;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur;
}

std::size_t connections_within(std::size_t descriptors, std::size_t threads, std::size_t wanted) noexcept
{
    constexpr std::size_t of_process = 48;
    constexpr std::size_t of_thread = 32;
    const std::size_t kept = of_process + threads * of_thread;
    if (descriptors <= kept)
        return 0;
    const std::size_t of_clients = (descriptors - kept) / threads;
    return std::min(wanted, of_clients - of_clients / 8); // http::server turns away one in eight more, and 16 at least
}

} // namespace rinha::pessoas_api
