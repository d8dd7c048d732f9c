#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace rinha::pessoas_sqlite {

// While it is there, files that SQLite opens stand on a disk whose writes and syncs ask these functions first, from
// whichever thread: a result code other than SQLITE_OK is what the operation then gives. One at a time.
class faulty_disk
{
public:
    using fault = std::function<int(std::string_view path)>;

    faulty_disk();
    ~faulty_disk();
    faulty_disk(const faulty_disk&) = delete;
    faulty_disk& operator=(const faulty_disk&) = delete;

    // Null: works.
    void on_write(fault ask);
    void on_sync(fault ask);

    // How often SQLite was asked whether a file is still at its path.
    int looks() const;

private:
    struct vfs;
    std::unique_ptr<vfs> vfs_;
};

} // namespace rinha::pessoas_sqlite
