#pragma once

#include "apps/pessoas_api/config.hpp"

#include <cstddef>

namespace rinha::pessoas_api {

// Raises the limit of open file descriptors to what the system allows, and returns it.
std::size_t raise_descriptor_limit();

// How many connections each thread may hold so that so many descriptors suffice, at most as many as the settings say:
// what the servers need for them, the store, and the process itself with its admin address. Zero: for nobody.
std::size_t connections_within(std::size_t descriptors, const config& of);

} // namespace rinha::pessoas_api
