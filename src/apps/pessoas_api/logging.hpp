#pragma once

#include <string>

namespace rinha::pessoas_api {

// Sends the log of the process (spdlog's default logger) to stderr, a line for each event, from `level` on.
void start_logging(const std::string& level);

} // namespace rinha::pessoas_api
