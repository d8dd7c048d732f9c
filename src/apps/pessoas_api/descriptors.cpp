#include "apps/pessoas_api/descriptors.hpp"

#include "rinha/http/server.hpp"

#include <algorithm>
#include <ranges>

#include <sys/resource.h>

namespace rinha::pessoas_api {
namespace {

constexpr std::size_t of_process = 48; // standard streams, signals, the log, and who asks the admin address
constexpr std::size_t of_loop = 4;     // epoll, its timer and its wake-up of an I/O thread, and one to spare

std::size_t of_store(const config& of) noexcept
{
    if (of.on_postgres) {
        constexpr std::size_t each = 3; // libpq's socket, ours to wait on, and one to look a name up
        return of.threads * each * (1 + of.postgres.read_connections + of.postgres.search_connections);
    }
    constexpr std::size_t each = 4; // the file, its `-wal` and `-shm`, and a temporary one
    return each * (1 + of.sqlite.readers);
}

} // namespace

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

std::size_t connections_within(std::size_t descriptors, const config& of)
{
    const std::size_t kept = of_process + of.threads * of_loop + of_store(of);
    const auto are_enough_for = [&](std::size_t connections) {
        auto settings = of.http;
        settings.max_connections = connections;
        return kept + of.threads * http::descriptors_needed(settings) <= descriptors;
    };
    const auto numbers = std::views::iota(std::size_t{1}, of.http.max_connections + 1);
    return static_cast<std::size_t>(std::ranges::partition_point(numbers, are_enough_for) - numbers.begin());
}

} // namespace rinha::pessoas_api
