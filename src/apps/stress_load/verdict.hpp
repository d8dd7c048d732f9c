#pragma once

#include "apps/stress_load/answer.hpp"
#include "rinha/core/result.hpp"

#include <string>
#include <string_view>

namespace rinha::stress_load {

// What is asked of the server, as it is counted; their names are those of the contest's simulation.
enum class request
{
    creation,
    look,
    search,
    invalid_search,
};

constexpr std::size_t request_count = 4;

std::string_view name_of(request what) noexcept;

// Why this is not what the request must be answered with; empty if it is.
std::string fault_of(request what, const result<answer>& got);

} // namespace rinha::stress_load
