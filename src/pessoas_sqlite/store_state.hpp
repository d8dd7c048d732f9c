#pragma once

#include "pessoas_sqlite/reader_threads.hpp"
#include "pessoas_sqlite/writer_thread.hpp"
#include "rinha/pessoas_sqlite/store.hpp"

namespace rinha::pessoas_sqlite {

struct store::state
{
    const store_settings settings;
    writer_thread writer;
    reader_threads readers;
};

} // namespace rinha::pessoas_sqlite
