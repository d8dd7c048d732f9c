#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <spdlog/sinks/sink.h>

namespace rinha {

// Writes log lines to a descriptor, from any thread, and never waits for it: what a full pipe or socket does not take
// at once is dropped. When it takes lines again, `dropped`, given the number of those lost, makes a line that says so.
// The descriptor must outlive the sink.
std::shared_ptr<spdlog::sinks::sink> make_log_sink(int descriptor, std::function<std::string(std::size_t)> dropped);

} // namespace rinha
