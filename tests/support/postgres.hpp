#pragma once

#include "support/temporary_folder.hpp"

#include <cstdio>
#include <string>
#include <vector>

namespace rinha::support {

// A private Postgres cluster, by scripts/postgres-cluster; fsync is off unless asked for. Throws where a command fails.
class postgres
{
public:
    enum class how
    {
        fast,
        immediate, // as if the machine had failed
    };

    explicit postgres(const std::vector<std::string>& settings = {"fsync=off"}); // KEY=VALUE
    ~postgres();
    postgres(const postgres&) = delete;
    postgres& operator=(const postgres&) = delete;

    // One for the whole program, started when it is first asked for.
    static postgres& shared();

    void start();
    void stop(how way = how::fast);

    // A new, empty database; its conninfo. `options` of CREATE DATABASE.
    std::string make_database(const std::string& options = "");

    std::string conninfo(const std::string& database = "postgres") const;

    std::string socket() const; // the path

    // Runs SQL by psql; the rows, columns separated by `|`.
    std::string sql(const std::string& conninfo, const std::string& text) const;

    std::string log() const;

private:
    void command(const std::string& name, const std::string& arguments = "") const;

    temporary_folder folder_;
    std::FILE* guard_; // removes the cluster when this program ends, however it ends
    int databases_ = 0;
};

} // namespace rinha::support
