#pragma once

#include "rinha/pg/connection.hpp"

#include <memory>
#include <vector>

namespace rinha::pg {

// Several connections with the same statements, for one I/O thread. An execution goes to the least loaded connection
// that is up.
class pool
{
public:
    pool(const executor& ex, std::size_t size, connection_settings settings, std::vector<statement> statements,
         metrics::registry& m);

    void run();
    awaitable<void> stop(clock::time_point deadline); // as each connection's

    bool is_up() const noexcept;                        // one at least; from any thread
    std::chrono::microseconds latency() const noexcept; // the least of those that are up; from any thread
    std::size_t load() const noexcept;

    // errc::unavailable at once where all are away.
    awaitable<result<rows>> execute(const statement& what, params with);

    // Waits until all are up, or until `deadline`. Whether one is up.
    awaitable<bool> wait_up(clock::time_point deadline);

private:
    std::vector<std::unique_ptr<connection>> connections_;
};

} // namespace rinha::pg
