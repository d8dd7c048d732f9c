#include "unit/pessoas_sqlite/faulty_disk.hpp"

#include <sqlite3.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <utility>

namespace rinha::pessoas_sqlite {

// A layer over SQLite's own access to files (sqlite3_vfs).
struct faulty_disk::vfs : sqlite3_vfs
{
    // Behind each of our files stands the real one.
    struct file : sqlite3_file
    {
        vfs* disk;
        const char* path; // lives as long as the file; null for a temporary one

        sqlite3_file* real() { return reinterpret_cast<sqlite3_file*>(this + 1); }
    };

    static file* ours(sqlite3_file* opened) { return static_cast<file*>(opened); }
    static sqlite3_file* real(sqlite3_file* opened) { return ours(opened)->real(); }

    int ask(const std::shared_ptr<const fault>& which, const char* path)
    {
        std::unique_lock lock(mutex);
        const auto asked = which;
        lock.unlock();
        return asked != nullptr && *asked && path != nullptr ? (*asked)(path) : SQLITE_OK;
    }

    void set(std::shared_ptr<const fault>& which, fault to)
    {
        auto next = std::make_shared<const fault>(std::move(to));
        const std::lock_guard lock(mutex);
        which.swap(next);
    }

    static int open(sqlite3_vfs* self, const char* path, sqlite3_file* made, int flags, int* flags_out);

    sqlite3_vfs* below = nullptr;
    std::mutex mutex;
    std::shared_ptr<const fault> on_write;
    std::shared_ptr<const fault> on_sync;
    std::atomic<int> looks = 0;

    static const sqlite3_io_methods methods;
};

const sqlite3_io_methods faulty_disk::vfs::methods{
    .iVersion = 3,
    .xClose = [](sqlite3_file* f) { return real(f)->pMethods->xClose(real(f)); },
    .xRead = [](sqlite3_file* f, void* to, int size,
                sqlite3_int64 at) { return real(f)->pMethods->xRead(real(f), to, size, at); },
    .xWrite =
        [](sqlite3_file* f, const void* from, int size, sqlite3_int64 at) {
            const int fault = ours(f)->disk->ask(ours(f)->disk->on_write, ours(f)->path);
            return fault != SQLITE_OK ? fault : real(f)->pMethods->xWrite(real(f), from, size, at);
        },
    .xTruncate = [](sqlite3_file* f, sqlite3_int64 size) { return real(f)->pMethods->xTruncate(real(f), size); },
    .xSync =
        [](sqlite3_file* f, int flags) {
            const int fault = ours(f)->disk->ask(ours(f)->disk->on_sync, ours(f)->path);
            return fault != SQLITE_OK ? fault : real(f)->pMethods->xSync(real(f), flags);
        },
    .xFileSize = [](sqlite3_file* f, sqlite3_int64* size) { return real(f)->pMethods->xFileSize(real(f), size); },
    .xLock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xLock(real(f), level); },
    .xUnlock = [](sqlite3_file* f, int level) { return real(f)->pMethods->xUnlock(real(f), level); },
    .xCheckReservedLock = [](sqlite3_file* f, int* out) { return real(f)->pMethods->xCheckReservedLock(real(f), out); },
    .xFileControl =
        [](sqlite3_file* f, int what, void* with) {
            ours(f)->disk->looks += what == SQLITE_FCNTL_HAS_MOVED ? 1 : 0;
            return real(f)->pMethods->xFileControl(real(f), what, with);
        },
    .xSectorSize = [](sqlite3_file* f) { return real(f)->pMethods->xSectorSize(real(f)); },
    .xDeviceCharacteristics = [](sqlite3_file* f) { return real(f)->pMethods->xDeviceCharacteristics(real(f)); },
    .xShmMap = [](sqlite3_file* f, int region, int size, int extend,
                  void volatile** to) { return real(f)->pMethods->xShmMap(real(f), region, size, extend, to); },
    .xShmLock = [](sqlite3_file* f, int offset, int count,
                   int flags) { return real(f)->pMethods->xShmLock(real(f), offset, count, flags); },
    .xShmBarrier = [](sqlite3_file* f) { real(f)->pMethods->xShmBarrier(real(f)); },
    .xShmUnmap = [](sqlite3_file* f, int remove) { return real(f)->pMethods->xShmUnmap(real(f), remove); },
    .xFetch = [](sqlite3_file* f, sqlite3_int64 at, int size,
                 void** to) { return real(f)->pMethods->xFetch(real(f), at, size, to); },
    .xUnfetch = [](sqlite3_file* f, sqlite3_int64 at,
                   void* from) { return real(f)->pMethods->xUnfetch(real(f), at, from); },
};

int faulty_disk::vfs::open(sqlite3_vfs* self, const char* path, sqlite3_file* made, int flags, int* flags_out)
{
    auto* const disk = static_cast<vfs*>(self);
    file* const opened = ours(made);
    opened->pMethods = nullptr;
    opened->disk = disk;
    opened->path = path;
    const int result_code = disk->below->xOpen(disk->below, path, opened->real(), flags, flags_out);
    if (opened->real()->pMethods != nullptr)
        opened->pMethods = &methods;
    return result_code;
}

faulty_disk::faulty_disk()
    : vfs_(std::make_unique<vfs>())
{
    sqlite3_vfs* const below = sqlite3_vfs_find(nullptr);
    static_cast<sqlite3_vfs&>(*vfs_) = *below; // all but opening is the real one's: it does not look at `self`
    vfs_->below = below;
    vfs_->zName = "faulty";
    vfs_->szOsFile = static_cast<int>(sizeof(vfs::file)) + below->szOsFile;
    vfs_->xOpen = &vfs::open;
    sqlite3_vfs_register(vfs_.get(), 1);
}

faulty_disk::~faulty_disk()
{
    sqlite3_vfs_unregister(vfs_.get());
    sqlite3_vfs_register(vfs_->below, 1);
}

void faulty_disk::on_write(fault ask) { vfs_->set(vfs_->on_write, std::move(ask)); }

void faulty_disk::on_sync(fault ask) { vfs_->set(vfs_->on_sync, std::move(ask)); }

int faulty_disk::looks() const { return vfs_->looks; }

} // namespace rinha::pessoas_sqlite
