#pragma once

#include "rinha/pessoas/repository.hpp"
#include "support/loop.hpp"

#include <cstdint>

namespace rinha::pessoas {

// Does the same operations, chosen by the seed, on two empty stores, and expects the same answers of both: creations
// alone and many at once, finds, searches and counts. Only the ids may differ.
void expect_agreement(repository& one, repository& other, support::loop& io, std::uint32_t seed, int steps);

} // namespace rinha::pessoas
