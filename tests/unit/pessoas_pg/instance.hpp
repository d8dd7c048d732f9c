#pragma once

#include "rinha/metrics/registry.hpp"
#include "rinha/pessoas_pg/repository.hpp"
#include "support/io_loop.hpp"
#include "support/postgres.hpp"

#include <string>

namespace rinha::pessoas_pg {

// A new database with the schema; its conninfo.
std::string prepared_database(support::postgres& cluster = support::postgres::shared());

// The repository as one instance of the program has it, up and running.
class instance
{
public:
    instance(support::io_loop& loop, settings options);
    ~instance();
    instance(const instance&) = delete;
    instance& operator=(const instance&) = delete;

    repository& operator*() { return persons_; }
    repository* operator->() { return &persons_; }

    std::string metrics() const { return metrics_.to_text(); }

private:
    support::io_loop& loop_;
    metrics::registry metrics_;
    repository persons_;
};

// A person whose apelido and nome are these.
pessoas::draft draft_of(std::string apelido, std::string nome = "Nome", std::string stack = "null");

} // namespace rinha::pessoas_pg
