#pragma once

#include <utility>

#include <unistd.h>

namespace rinha {

// Owns a file descriptor.
class descriptor
{
public:
    descriptor() = default;

    explicit descriptor(int fd) noexcept
        : fd_(fd)
    {
    }

    descriptor(descriptor&& other) noexcept
        : fd_(other.release())
    {
    }

    descriptor& operator=(descriptor&& other) noexcept
    {
        std::swap(fd_, other.fd_);
        return *this;
    }

    ~descriptor()
    {
        if (fd_ >= 0)
            ::close(fd_);
    }

    int get() const noexcept { return fd_; }

    int release() noexcept { return std::exchange(fd_, -1); }

private:
    int fd_ = -1;
};

} // namespace rinha
