#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace rinha::pessoas_api {

enum class health
{
    pass,
    warn, // works, but not fully
    fail,
};

// Of one thing that requests depend on.
struct check
{
    std::string name;
    health status = health::pass;
    std::optional<std::chrono::microseconds> latency; // of its last answer
    std::string advice = {};                          // what to do about it, if that is known
};

// The worst of them. Pass if there are none.
health overall(const std::vector<check>& checks);

// {"status":"pass","checks":{"postgres":{"status":"pass","latency_ms":0.25}}}
std::string to_json(const std::vector<check>& checks);

} // namespace rinha::pessoas_api
