#pragma once

#include "rinha/core/result.hpp"
#include "rinha/sqlite/statement.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;

namespace rinha::sqlite {

enum class open_mode
{
    existing, // the file must be there
    create,   // an empty database is made where there is none
};

// One connection to a database file. Every call blocks; a connection is used by one thread at a time.
class database
{
public:
    database(database&&) noexcept;
    database& operator=(database&&) = delete;
    ~database();

    // errc::cannot_open, or what reading the file's head shows. `busy_timeout`: how long, from now on, to wait for
    // another connection's lock before errc::busy; it is asked for again each millisecond.
    static result<database> open(const std::string& path, open_mode mode, std::chrono::milliseconds busy_timeout = {});

    // Statements run on this connection end with errc::interrupted soon after the flag is set. Null, the default:
    // never. The flag must outlive the statements, or the next call.
    void interrupt_when(const std::atomic<bool>* flag) noexcept;

    // Runs statements, separated by semicolons, whose rows nobody wants.
    result<void> execute(const std::string& sql);

    // The first column of the first row; errc::failed if there is none.
    result<std::int64_t> integer(std::string_view sql);

    // For many executions.
    result<statement> prepare(std::string_view sql);

    // The rows that the last INSERT, UPDATE or DELETE changed itself, not by triggers.
    std::int64_t changes() const noexcept;

    // The rowid of the last row that was inserted.
    std::int64_t last_row() const noexcept;

    // Switches the file to WAL mode, unless it is.
    result<void> use_wal();

    // The pages in the write-ahead log after the last commit of this connection.
    int wal_pages() const noexcept;

    // Copies what it can from the write-ahead log into the database; waits for nobody and stops nobody.
    result<void> checkpoint();

    // Whether another file, or none, is at the path by now: what is written would be lost. Costs a stat().
    bool has_moved() const noexcept;

    sqlite3* handle() const noexcept { return connection_.get(); }

private:
    struct closer
    {
        void operator()(sqlite3* connection) const noexcept;
    };

    struct known; // to SQLite's callbacks

    database(sqlite3* owned, std::chrono::milliseconds busy_timeout);

    std::unique_ptr<known> known_; // outlives the connection
    std::unique_ptr<sqlite3, closer> connection_;
};

} // namespace rinha::sqlite
