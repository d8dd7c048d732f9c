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

    // Ends a transaction. The persons are durable when it returns.
    result<void> commit(sqlite::transaction& of);

    // Outside a transaction: whether the file is at its path and can be read. errc::moved, or what the read shows.
    result<void> look();

    // Ends a transaction with a write that changes nothing: whether the file can be written.
    result<void> probe(sqlite::transaction& of);

    // Copies the log into the file if it has grown long. Others read and write meanwhile. What fails now, for a full
    // disk say, is to be done after a later commit.
    result<void> tidy();

private:
    struct statements
    {
        sqlite::statement insert;
        sqlite::statement index;
        sqlite::statement last_id;
        sqlite::statement add_to_count;
        sqlite::statement merge_index;
    };

    person_writer(sqlite::database opened, statements prepared, int checkpoint_pages);

    sqlite::database database_; // outlives its statements
    statements statements_;
    uuid_v7_generator next_id_;
    std::int64_t inserted_ = 0; // in the transaction that is open
    int checkpoint_pages_;
};

} // namespace rinha::pessoas_sqlite
