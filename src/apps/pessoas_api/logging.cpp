#include "apps/pessoas_api/logging.hpp"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <utility>

namespace rinha::pessoas_api {

void start_logging(const std::string& level)
{
    auto log = std::make_shared<spdlog::logger>("", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    log->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l: %v");
    log->set_level(spdlog::level::from_str(level));
    log->flush_on(spdlog::level::trace);
    spdlog::set_default_logger(std::move(log));
}

} // namespace rinha::pessoas_api
