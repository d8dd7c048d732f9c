#pragma once

#include "rinha/metrics/registry.hpp"
#include "rinha/pessoas_sqlite/repository.hpp"
#include "rinha/pessoas_sqlite/store.hpp"
#include "support/temporary_folder.hpp"

#include <memory>
#include <utility>

namespace rinha::pessoas_sqlite {

// A store in a folder of its own.
struct opened_store
{
    explicit opened_store(store_settings with = {})
        : settings(std::move(with))
    {
        settings.path = folder.file("pessoas.db");
        open();
    }

    void open() { kept = store::open(settings, metrics).value(); } // throws, and so fails the test

    support::temporary_folder folder;
    metrics::registry metrics;
    store_settings settings;
    std::unique_ptr<store> kept;
};

} // namespace rinha::pessoas_sqlite
