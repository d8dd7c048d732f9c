#include "rinha/sqlite/database.hpp"

#include "sqlite/result_code.hpp"

#include <sqlite3.h>

#include <thread>

namespace rinha::sqlite {
namespace {

using clock = std::chrono::steady_clock;

constexpr int steps_between_looks = 1'000; // of SQLite's virtual machine: well under a millisecond

result<void> outcome(int result_code)
{
    return result_code == SQLITE_OK ? result<void>() : result<void>(error_of(result_code));
}

int is_set(void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load(std::memory_order_relaxed) ? 1 : 0; }

} // namespace

struct database::known
{
    std::chrono::milliseconds busy_timeout;
    clock::time_point gives_up = {}; // on the lock that it waits for
    int wal_pages = 0;

    // SQLite's own busy handler soon sleeps for 100 ms at a time: between two processes that both write without a
    // pause one would hardly ever find the lock free.
    static int is_worth_waiting(void* self, int waits)
    {
        auto& mine = *static_cast<known*>(self);
        if (waits == 0)
            mine.gives_up = clock::now() + mine.busy_timeout;
        return sleeps_before(mine.gives_up) ? 1 : 0;
    }

    static bool sleeps_before(clock::time_point deadline)
    {
        if (clock::now() >= deadline)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return true;
    }

    static int note_commit(void* self, sqlite3* /*connection*/, const char* /*schema*/, int pages)
    {
        static_cast<known*>(self)->wal_pages = pages;
        return SQLITE_OK;
    }
};

database::database(sqlite3* owned, std::chrono::milliseconds busy_timeout)
    : known_(std::make_unique<known>(known{.busy_timeout = busy_timeout}))
    , connection_(owned)
{
    sqlite3_extended_result_codes(owned, 1);
    sqlite3_busy_handler(owned, &known::is_worth_waiting, known_.get());
    sqlite3_wal_hook(owned, &known::note_commit, known_.get()); // and no checkpoint behind our back
}

database::database(database&&) noexcept = default;
database::~database() = default;

result<database> database::open(const std::string& path, open_mode mode, std::chrono::milliseconds busy_timeout)
{
    const int create = mode == open_mode::create ? SQLITE_OPEN_CREATE : 0;
    sqlite3* connection = nullptr; // given even where opening fails
    const int opened =
        sqlite3_open_v2(path.c_str(), &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | create, nullptr);
    if (connection == nullptr)
        return errc::no_memory;
    database self(connection, busy_timeout);
    if (opened != SQLITE_OK)
        return error_of(opened);
    if (sqlite3_db_readonly(connection, "main") == 1) // how a file without permission to write is opened
        return errc::read_only;
    if (const auto head = self.integer("PRAGMA schema_version"); !head)
        return head.error();
    return self;
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

int database::wal_pages() const noexcept { return known_->wal_pages; }

result<void> database::use_wal()
{
    // While another connection does the same SQLite answers busy without asking the busy handler.
    const auto deadline = clock::now() + known_->busy_timeout;
    for (;;) {
        const auto changed = execute("PRAGMA journal_mode = WAL");
        if (changed || changed.error() != errc::busy || !known::sleeps_before(deadline))
            return changed;
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

void database::closer::operator()(sqlite3* connection) const noexcept { sqlite3_close(connection); }

} // namespace rinha::sqlite
