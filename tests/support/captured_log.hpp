#pragma once

#include <spdlog/sinks/base_sink.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <mutex>
#include <string>

namespace rinha::support {

// What the program logs while this is there, a line each, instead of where it would go. No thread that logs may be
// there before it or after it.
class captured_log
{
public:
    captured_log() { spdlog::set_default_logger(std::make_shared<spdlog::logger>("", lines_)); }
    ~captured_log() { spdlog::set_default_logger(usual_); }
    captured_log(const captured_log&) = delete;
    captured_log& operator=(const captured_log&) = delete;

    // "warning: what happened\n" and so on.
    std::string text() const { return lines_->text(); }

private:
    class sink final : public spdlog::sinks::base_sink<std::mutex>
    {
    public:
        std::string text()
        {
            const std::lock_guard lock(mutex_);
            return text_;
        }

    private:
        void sink_it_(const spdlog::details::log_msg& line) override
        {
            const auto level = spdlog::level::to_string_view(line.level);
            text_.append(level.data(), level.size()) += ": ";
            text_.append(line.payload.data(), line.payload.size()) += '\n';
        }

        void flush_() override {}

        std::string text_;
    };

    std::shared_ptr<sink> lines_ = std::make_shared<sink>();
    std::shared_ptr<spdlog::logger> usual_ = spdlog::default_logger();
};

} // namespace rinha::support
