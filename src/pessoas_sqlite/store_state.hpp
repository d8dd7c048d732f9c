#pragma once

#include "pessoas_sqlite/reader_threads.hpp"
#include "pessoas_sqlite/writer_thread.hpp"
#include "rinha/pessoas_sqlite/store.hpp"

#include <utility>
#include <vector>

namespace rinha::pessoas_sqlite {

struct store::state
{
    state(const store_settings& with, person_writer first_writer, std::vector<person_reader> first_readers,
          metrics::registry& m)
        : settings(with)
        , writer(with, std::move(first_writer), m)
        , readers(with, std::move(first_readers), writer.doubts(), m)
    {
    }

    const store_settings settings;
    writer_thread writer;
    reader_threads readers;
};

} // namespace rinha::pessoas_sqlite
