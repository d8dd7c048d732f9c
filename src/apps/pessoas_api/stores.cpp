#include "apps/pessoas_api/stores.hpp"

#include "rinha/pessoas_pg/migrate.hpp"
#include "rinha/pessoas_pg/repository.hpp"
#include "rinha/pessoas_sqlite/repository.hpp"
#include "rinha/pessoas_sqlite/store.hpp"
#include "rinha/pg/conninfo.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace rinha::pessoas_api {
namespace {

using namespace std::chrono_literals;

constexpr auto migration_patience = 30s; // a database that starts together with the program

// Why the system does not let us write to a file, or make it: SQLite keeps that to itself.
std::error_code refusal_of_system(const std::filesystem::path& path)
{
    const auto refusal = [](bool refused) { return std::error_code(refused ? errno : 0, std::system_category()); };
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    const auto of_file = refusal(file < 0);
    if (file >= 0)
        ::close(file);
    if (of_file != std::errc::no_such_file_or_directory)
        return of_file;
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    return refusal(::access(folder.c_str(), W_OK | X_OK) != 0);
}

class postgres_part final : public store_part
{
public:
    postgres_part(const executor& thread, const pessoas_pg::settings& settings, metrics::registry& m)
        : persons_(thread, settings, m)
    {
        persons_.run();
    }

    pessoas::repository& persons() noexcept override { return persons_; }

    check health() const override
    {
        const auto failed = [](std::string advice) {
            return check{.name = "postgres", .status = health::fail, .latency = {}, .advice = std::move(advice)};
        };
        if (persons_.lacks_schema())
            return failed("its schema is missing, or an earlier one: run with --migrate");
        if (!persons_.is_up())
            return failed({});
        if (persons_.is_read_only())
            return failed("it is read-only: a standby, or default_transaction_read_only is on");
        if (persons_.lacks_rights())
            return failed("its role lacks rights: GRANT SELECT, INSERT ON pessoas, pessoas_trechos");
        return {.name = "postgres", .status = health::pass, .latency = persons_.latency()};
    }

    awaitable<void> stop(clock::time_point deadline) override { return persons_.stop(deadline); }

private:
    pessoas_pg::repository persons_;
};

class sqlite_part final : public store_part
{
public:
    sqlite_part(const executor& thread, std::shared_ptr<pessoas_sqlite::store> file)
        : file_(std::move(file))
        , persons_(*file_, thread)
    {
    }

    pessoas::repository& persons() noexcept override { return persons_; }

    check health() const override
    {
        const auto status = file_->is_up() ? health::pass : health::fail;
        return {.name = "sqlite", .status = status, .latency = file_->latency()};
    }

    awaitable<void> stop(clock::time_point /*deadline*/) override { co_return; } // the file is of all threads

private:
    std::shared_ptr<pessoas_sqlite::store> file_;
    pessoas_sqlite::repository persons_;
};

} // namespace

result<store> open_store(const config& of, metrics::registry& m)
{
    if (of.on_postgres)
        return store([&settings = of.postgres, &m](const executor& thread) {
            return std::make_unique<postgres_part>(thread, settings, m);
        });

    auto opened = pessoas_sqlite::store::open(of.sqlite, m);
    if (!opened)
        return opened.error();
    return store([file = std::shared_ptr(std::move(*opened))](const executor& thread) {
        return std::make_unique<sqlite_part>(thread, file);
    });
}

result<void> migrate_store(const config& of)
{
    if (of.on_postgres)
        return pessoas_pg::migrate(of.postgres.conninfo, migration_patience);

    metrics::registry nobody_sees;
    const auto opened = pessoas_sqlite::store::open(of.sqlite, nobody_sees);
    if (opened)
        return {};
    spdlog::error("{}: {}", describe_store(of), describe_failure(of, opened.error()));
    return opened.error();
}

std::string describe_failure(const config& of, const error_code& why)
{
    const auto refusal = of.on_postgres ? std::error_code() : refusal_of_system(of.sqlite.path);
    return refusal ? fmt::format("{}: {}", why.message(), refusal.message()) : why.message();
}

std::string describe_store(const config& of)
{
    if (of.on_postgres)
        return fmt::format("PostgreSQL, {}", pg::describe_conninfo(of.postgres.conninfo));
    return fmt::format("SQLite, {}", of.sqlite.path);
}

} // namespace rinha::pessoas_api
