#pragma once

#include "rinha/core/async.hpp"
#include "rinha/metrics/registry.hpp"
#include "rinha/pessoas/repository.hpp"
#include "rinha/pessoas_pg/settings.hpp"

#include <chrono>
#include <memory>

namespace rinha::pessoas_pg {

// The persons in a Postgres database that `migrate` has prepared. Creations that wait at the same time are committed
// together; each survives a lost connection if it comes back before the deadline.
class repository final : public pessoas::repository
{
public:
    repository(const executor& ex, const settings& options, metrics::registry& m);
    ~repository() override;

    // Connects, and keeps connected; returns at once.
    void run();

    // No more calls; creations that wait are still committed. Done when all is closed, or at `deadline`.
    awaitable<void> stop(clock::time_point deadline);

    // Whether creations, finds and searches all have a connection.
    bool is_up() const noexcept;

    // Whether it is not up because `migrate` has not been run: the schema is missing, or an earlier one.
    bool lacks_schema() const noexcept;

    // Whether its role lacks a right to the tables, so that requests fail though it is up. Asked each second; on the
    // thread of the executor.
    bool lacks_rights() const noexcept;

    // Whether the database takes no writes, though it is up: a standby, or told to be read-only. Likewise.
    bool is_read_only() const noexcept;

    // The last round trip measured: the slower of a creation's and a find's.
    std::chrono::microseconds latency() const noexcept;

    awaitable<result<uuid>> insert(pessoas::draft value) override;
    awaitable<result<pessoas::person>> find(uuid id) override;
    awaitable<result<std::vector<pessoas::person>>> search(std::string term) override;
    awaitable<result<std::uint64_t>> count() override;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace rinha::pessoas_pg
