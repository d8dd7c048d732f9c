#include "http/sockets.hpp"

#include <cerrno>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace rinha::http {
namespace {

error_code last_error() noexcept { return {errno, boost::system::system_category()}; }

descriptor make_socket() noexcept
{
    return descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

const sockaddr* generic(const sockaddr_un& at) noexcept { return reinterpret_cast<const sockaddr*>(&at); }

bool is_stale(const sockaddr_un& at) noexcept
{
    struct stat file{};
    if (::lstat(at.sun_path, &file) != 0 || !S_ISSOCK(file.st_mode))
        return false;
    const descriptor probe = make_socket();
    return probe.get() >= 0 && ::connect(probe.get(), generic(at), sizeof at) != 0 && errno == ECONNREFUSED;
}

} // namespace

void socket_file::remove() const noexcept
{
    struct stat file{};
    if (!path.empty() && ::lstat(path.c_str(), &file) == 0 && file.st_dev == device && file.st_ino == inode)
        ::unlink(path.c_str());
}

result<std::vector<descriptor>> listen_on_unix(const std::string& path, std::size_t count, int backlog,
                                               socket_file& made)
{
    sockaddr_un at{};
    at.sun_family = AF_UNIX;
    if (path.size() >= sizeof at.sun_path)
        return make_error_code(boost::system::errc::filename_too_long);
    std::memcpy(at.sun_path, path.data(), path.size());

    std::vector<descriptor> sockets;
    sockets.push_back(make_socket());
    const int first = sockets.front().get();
    if (first < 0)
        return last_error();
    if (::bind(first, generic(at), sizeof at) != 0) {
        if (errno != EADDRINUSE)
            return last_error();
        if (!is_stale(at))
            return make_error_code(boost::system::errc::address_in_use);
        if (::unlink(at.sun_path) != 0 || ::bind(first, generic(at), sizeof at) != 0)
            return last_error();
    }

    struct stat file{};
    constexpr mode_t everyone = 0666;
    if (::lstat(at.sun_path, &file) == 0)
        made = {path, file.st_dev, file.st_ino};
    if (::chmod(at.sun_path, everyone) != 0 || ::listen(first, backlog) != 0)
        return last_error();
    while (sockets.size() < count) {
        sockets.emplace_back(::fcntl(first, F_DUPFD_CLOEXEC, 0));
        if (sockets.back().get() < 0)
            return last_error();
    }
    return sockets;
}

} // namespace rinha::http
