#pragma once

#include "apps/stress_load/connection.hpp"
#include "apps/stress_load/tally.hpp"
#include "rinha/core/async.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace rinha::stress_load {

// What one user does, on a connection of his own. `due` is when he should have come: the latency of his first request
// counts from there, so that a server that stands still is charged with all who would have been served meanwhile.
// Both references must outlive the user, and so must the payload's text.

// POST /pessoas; where it was created, that pause, and a look at what is there.
awaitable<void> create(target& of, tally& counted, clock::time_point due, std::string_view payload,
                       std::chrono::milliseconds pause);

// GET /pessoas?t=<term>, of a term that is percent-encoded.
awaitable<void> search(target& of, tally& counted, clock::time_point due, std::string term);

// GET /pessoas
awaitable<void> search_for_nothing(target& of, tally& counted, clock::time_point due);

} // namespace rinha::stress_load
