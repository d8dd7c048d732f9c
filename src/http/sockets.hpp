#pragma once

#include "rinha/core/descriptor.hpp"
#include "rinha/core/result.hpp"
#include "rinha/http/listener.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <sys/types.h>

namespace rinha::http {

// `count` sockets that listen on one TCP address; `at` gets the real port. Several share it by SO_REUSEPORT, which
// other processes of the same user could join unnoticed: so an exclusive bind goes before.
result<std::vector<descriptor>> listen_on_tcp(endpoint& at, std::size_t count, int backlog);

// A unix socket's file, as far as it is still the one that was made.
struct socket_file
{
    std::string path;
    dev_t device{};
    ino_t inode{};

    void remove() const noexcept;
};

// One listening socket, duplicated. Every user may connect: the directory decides who gets there.
result<std::vector<descriptor>> listen_on_unix(const std::string& path, std::size_t count, int backlog,
                                               socket_file& made);

} // namespace rinha::http
