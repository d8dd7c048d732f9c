#pragma once

#include "rinha/metrics/registry.hpp"
#include "rinha/pessoas_sqlite/repository.hpp"
#include "rinha/pessoas_sqlite/store.hpp"
#include "rinha/sqlite/database.hpp"
#include "support/loop.hpp"
#include "support/temporary_folder.hpp"

#include <spdlog/spdlog.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace rinha::pessoas_sqlite {

// A store in a folder of its own.
struct opened_store
{
    explicit opened_store(store_settings with = {})
        : settings(std::move(with))
    {
        settings.path = folder.file("pessoas.db");
        spdlog::default_logger_raw(); // makes it, which ThreadSanitizer would not see in one of the threads
        open();
    }

    void open() { kept = store::open(settings, metrics).value(); } // throws, and so fails the test

    // Another connection to its file.
    sqlite::database other() const
    {
        return sqlite::database::open(settings.path, sqlite::open_mode::existing).value();
    }

    support::temporary_folder folder;
    metrics::registry metrics;
    store_settings settings;
    std::unique_ptr<store> kept;
};

// A store with one I/O thread: the test's.
struct asked_store : opened_store
{
    explicit asked_store(store_settings with = {})
        : opened_store(std::move(with))
    {
    }

    static pessoas::draft draft(std::string apelido)
    {
        using namespace std::chrono_literals;
        return {std::move(apelido), "Nome", 2000y / 1 / 1, R"(["Java"])"};
    }

    result<uuid> insert(std::string apelido) { return io.run(persons->insert(draft(std::move(apelido)))); }
    std::uint64_t count() { return io.run(persons->count()).value(); }

    // The store has no event to wait for: it tries four times a second.
    void wait_until_up()
    {
        io.run_until([this] {
            std::this_thread::yield();
            return kept->is_up();
        });
    }

    // Stops it, as when the program ends.
    void close()
    {
        persons.reset();
        kept.reset();
    }

    // And opens it again.
    void restart()
    {
        close();
        open();
        persons = std::make_unique<repository>(*kept, io.executor());
    }

    support::loop io;
    std::unique_ptr<repository> persons = std::make_unique<repository>(*kept, io.executor());
};

} // namespace rinha::pessoas_sqlite
