#include "http/access_log.hpp"

#include "rinha/core/json.hpp"
#include "rinha/core/log_sink.hpp"
#include "rinha/core/text.hpp"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <iterator>
#include <utility>

namespace rinha::http {

access_log::access_log() = default;

access_log::access_log(std::shared_ptr<spdlog::sinks::sink> to)
    : logger_(std::make_unique<spdlog::logger>("access", std::move(to)))
{
    logger_->set_pattern(R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z",%v})");
}

std::shared_ptr<spdlog::sinks::sink> access_log::to_stdout()
{
    return make_log_sink(STDOUT_FILENO, [](std::size_t lines) { return fmt::format(R"({{"dropped":{}}})", lines); });
}

access_log::~access_log() = default;
access_log::access_log(access_log&&) noexcept = default;

void access_log::write(method verb, std::string_view path, unsigned status, std::size_t body_bytes,
                       clock::duration took)
{
    line_ = R"("method":)";
    append_json_string(line_, to_string(verb));
    line_ += R"(,"path":)";
    append_json_string(line_, is_valid_utf8(path) ? path : "(not UTF-8)");
    fmt::format_to(std::back_inserter(line_), R"(,"status":{},"bytes":{},"us":{})", status, body_bytes,
                   std::chrono::duration_cast<std::chrono::microseconds>(took).count());
    logger_->info(line_);
}

} // namespace rinha::http
