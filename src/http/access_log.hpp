#pragma once

#include "rinha/core/async.hpp"
#include "rinha/http/message.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace spdlog {
class logger;
}

namespace rinha::http {

// A line of JSON on stdout for each answer, when it is on.
class access_log
{
public:
    explicit access_log(bool on);
    ~access_log();

    bool is_on() const noexcept { return logger_ != nullptr; }

    // `query` is left out: terms of searches are nobody's business.
    void write(method verb, std::string_view path, unsigned status, std::size_t body_bytes, clock::duration took);

private:
    std::unique_ptr<spdlog::logger> logger_;
    std::string line_;
};

} // namespace rinha::http
