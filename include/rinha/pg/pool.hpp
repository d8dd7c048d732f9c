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
    // One connection at least.
    pool(const executor& ex, std::size_t size, const connection_settings& settings,
         const std::vector<statement>& statements, metrics::registry& m);

    void run();
    awaitable<void> stop(clock::time_point deadline); // as each connection's

    bool is_up() const noexcept;                        // one at least; from any thread
    std::chrono::microseconds latency() const noexcept; // the least of those that are up; from any thread

    // errc::unavailable at once where all are away.
    awaitable<result<rows>> execute(const statement& what, params with);

private:
    std::vector<std::unique_ptr<connection>> connections_;
};

} // namespace rinha::pg
