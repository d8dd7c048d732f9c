#pragma once

#include <cstddef>

namespace rinha::pessoas_api {

// Raises the limit of open file descriptors to what the system allows, and returns it.
std::size_t raise_descriptor_limit();

// How many connections each thread may hold so that so many descriptors suffice, at most `wanted`. Some are kept back:
// for the admin address, the database, files, and clients who are told that there is no room. Zero: for nobody.
std::size_t connections_within(std::size_t descriptors, std::size_t threads, std::size_t wanted) noexcept;

} // namespace rinha::pessoas_api
