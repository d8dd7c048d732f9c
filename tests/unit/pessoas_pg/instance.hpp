#pragma once

#include "rinha/metrics/registry.hpp"
#include "rinha/pessoas_pg/repository.hpp"
#include "support/loop.hpp"
#include "support/postgres.hpp"

#include <string>

namespace rinha::pessoas_pg {

// A new database with the schema; its conninfo.
std::string prepared_database(support::postgres& cluster = support::postgres::shared());

// The repository as one instance of the program has it, up and running.
class instance
{
public:
    instance(support::loop& io, settings options);
    ~instance();
    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;

    repository& operator*() { return persons_; }
    repository* operator->() { return &persons_; }

    std::string metrics() const { return metrics_.to_text(); }

private:
    support::loop& io_;
    metrics::registry metrics_;
    repository persons_;
};

} // namespace rinha::pessoas_pg
