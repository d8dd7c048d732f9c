#include "apps/pessoas_api/logging.hpp"

#include "rinha/core/log_sink.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <cstddef>
#include <memory>
#include <unistd.h>
#include <utility>

namespace rinha::pessoas_api {

void start_logging(const std::string& level)
{
    auto log =
        std::make_shared<spdlog::logger>("", make_log_sink(STDERR_FILENO, [](std::size_t lines) {
                                             return fmt::format("{} lines were dropped: nobody read them", lines);
                                         }));
    log->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l: %v");
    log->set_level(spdlog::level::from_str(level));
    log->flush_on(spdlog::level::trace);
    spdlog::set_default_logger(std::move(log));
}

} // namespace rinha::pessoas_api
