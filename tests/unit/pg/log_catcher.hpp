#pragma once

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <sstream>
#include <string>

namespace rinha::pg {

// What is logged while it lives.
class log_catcher
{
public:
    log_catcher() { spdlog::set_default_logger(std::make_shared<spdlog::logger>("", sink_)); }
    ~log_catcher() { spdlog::set_default_logger(before_); }
    log_catcher(const log_catcher&) = delete;
    log_catcher& operator=(const log_catcher&) = delete;

    std::string text() const { return out_.str(); }

private:
    std::ostringstream out_;
    std::shared_ptr<spdlog::sinks::sink> sink_ = std::make_shared<spdlog::sinks::ostream_sink_st>(out_);
    std::shared_ptr<spdlog::logger> before_ = spdlog::default_logger();
};

} // namespace rinha::pg
