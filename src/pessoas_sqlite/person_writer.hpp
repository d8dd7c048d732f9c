#pragma once

#include "rinha/core/uuid.hpp"
#include "rinha/pessoas/model.hpp"
#include "rinha/pessoas_sqlite/store.hpp"
#include "rinha/sqlite/database.hpp"
#include "rinha/sqlite/transaction.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace rinha::pessoas_sqlite {

// The connection that creates persons. Every call blocks; errors are of sqlite::errc.
class person_writer
{
public:
    // `create`: makes the file and its schema where they are missing.
    static result<person_writer> open(const store_settings& settings, sqlite::open_mode mode);

    // Takes the file's write lock. errc::moved: the file is not at its path any more.
    result<sqlite::transaction> begin();

    // Within a transaction. The new person's id, larger than any in the file, or nothing: the apelido is taken.
    result<std::optional<uuid>> insert(const pessoas::draft& value, std::string_view search_text);

    // Ends a transaction of so many inserts. The persons are durable when it returns.
    result<void> commit(sqlite::transaction& of, std::size_t inserts);

    // Ends a transaction with a write that changes nothing: whether the file can be written.
    result<void> probe(sqlite::transaction& of);

    // Copies the log into the file if it has grown long. Others read and write meanwhile.
    void tidy();

private:
    person_writer(sqlite::database opened, sqlite::statement insert, sqlite::statement last_id,
                  sqlite::statement merge_index, sqlite::statement probe, int checkpoint_pages);

    sqlite::database database_; // outlives its statements
    sqlite::statement insert_;
    sqlite::statement last_id_;
    sqlite::statement merge_index_;
    sqlite::statement probe_;
    uuid_v7_generator next_id_;
    int checkpoint_pages_;
};

} // namespace rinha::pessoas_sqlite
