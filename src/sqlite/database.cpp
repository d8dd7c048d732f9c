#include "rinha/sqlite/database.hpp"

#include "sqlite/result_code.hpp"

#include <sqlite3.h>

#include <thread>

namespace rinha::sqlite {
namespace {

constexpr int steps_between_looks = 1'000; // of SQLite's virtual machine: well under a millisecond

result<void> outcome(int result_code)
{
    return result_code == SQLITE_OK ? result<void>() : result<void>(error_of(result_code));
}

int is_set(void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed) ? 1 : 0; }

int note_wal_pages(void* noted, sqlite3* /*connection*/, const char* /*schema*/, int pages)
{
    *static_cast<int*>(noted) = pages;
    return SQLITE_OK;
}

} // namespace

database::database(sqlite3* owned)
    : wal_pages_(std::make_unique<int>(0))
    , connection_(owned)
{
    sqlite3_extended_result_codes(owned, 1);
    sqlite3_wal_hook(owned, &note_wal_pages, wal_pages_.get()); // and no checkpoint behind our back
}

result<database> database::open(const std::string& path, open_mode mode)
{
    const int create = mode == open_mode::create ? SQLITE_OPEN_CREATE : 0;
    sqlite3* connection = nullptr; // given even where opening fails
    const int opened =
        sqlite3_open_v2(path.c_str(), &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | create, nullptr);
    if (connection == nullptr)
        return errc::no_memory;
    database self(connection);
    if (opened != SQLITE_OK)
        return error_of(opened);
    if (sqlite3_db_readonly(connection, "main") == 1) // how a file without permission to write is opened
        return errc::read_only;
    if (const auto head = self.integer("PRAGMA schema_version"); !head)
        return head.error();
    return self;
}

void database::set_busy_timeout(std::chrono::milliseconds timeout) noexcept
{
    sqlite3_busy_timeout(handle(), static_cast<int>(timeout.count()));
}

void database::interrupt_when(const std::atomic<bool>* flag) noexcept
{
    sqlite3_progress_handler(handle(), steps_between_looks, flag == nullptr ? nullptr : &is_set,
                             const_cast<std::atomic<bool>*>(flag));
}

result<void> database::execute(const std::string& sql)
{
    return outcome(sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr));
}

result<std::int64_t> database::integer(std::string_view sql)
{
    auto query = prepare(sql);
    if (!query)
        return query.error();
    auto rows = query->start();
    const auto found = rows.next();
    if (!found)
        return found.error();
    return *found ? result<std::int64_t>(rows.integer(0)) : errc::failed;
}

result<statement> database::prepare(std::string_view sql)
{
    sqlite3_stmt* prepared = nullptr;
    const int result_code = sqlite3_prepare_v3(handle(), sql.data(), static_cast<int>(sql.size()),
                                               SQLITE_PREPARE_PERSISTENT, &prepared, nullptr);
    return result_code == SQLITE_OK ? result<statement>(statement(prepared)) : error_of(result_code);
}

std::int64_t database::changes() const noexcept { return sqlite3_changes64(handle()); }

std::int64_t database::last_row() const noexcept { return sqlite3_last_insert_rowid(handle()); }

result<void> database::use_wal(std::chrono::milliseconds timeout)
{
    // While another connection changes the mode SQLite answers busy without asking the busy handler.
    const auto give_up = std::chrono::steady_clock::now() + timeout;
    for (;;) {
        const auto changed = execute("PRAGMA journal_mode = WAL");
        if (changed || changed.error() != errc::busy || std::chrono::steady_clock::now() >= give_up)
            return changed;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

result<void> database::checkpoint()
{
    const int result_code = sqlite3_wal_checkpoint_v2(handle(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    return result_code == SQLITE_BUSY ? result<void>() : outcome(result_code); // busy: another process does it
}

bool database::has_moved() const noexcept
{
    int moved = 0;
    return sqlite3_file_control(handle(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0;
}

std::string database::last_message() const { return sqlite3_errmsg(handle()); }

void database::closer::operator()(sqlite3* connection) const noexcept { sqlite3_close(connection); }

} // namespace rinha::sqlite
