#pragma once

#include <cstddef>

namespace rinha::pessoas_api {

// Raises the limit of open file descriptors to what the system allows, and returns it.
std::size_t raise_descriptor_limit();

} // namespace rinha::pessoas_api
