#pragma once

#include "rinha/core/async.hpp"
#include "rinha/http/message.hpp"

#include <spdlog/fwd.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace rinha::http {

// A line of JSON for each answer, when it is on.
class access_log
{
public:
    access_log(); // off
    explicit access_log(std::shared_ptr<spdlog::sinks::sink> to);
    ~access_log();
    access_log(access_log&&) noexcept;

    static std::shared_ptr<spdlog::sinks::sink> to_stdout();

    bool is_on() const noexcept { return logger_ != nullptr; }

    // Only when it is on. The query is not written: what people search for is nobody's business.
    void write(method verb, std::string_view path, unsigned status, std::size_t body_bytes, clock::duration took);

private:
    std::unique_ptr<spdlog::logger> logger_;
    std::string line_;
};

} // namespace rinha::http
