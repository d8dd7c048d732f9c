#include "rinha/core/log_sink.hpp"

#include <cerrno>
#include <climits>
#include <mutex>
#include <string_view>
#include <utility>

#include <poll.h>
#include <spdlog/sinks/base_sink.h>
#include <unistd.h>

namespace rinha {
namespace {

class log_sink final : public spdlog::sinks::base_sink<std::mutex>
{
public:
    log_sink(int descriptor, std::function<std::string(std::size_t)> dropped)
        : descriptor_(descriptor)
        , tell_dropped_(std::move(dropped))
    {
    }

private:
    void sink_it_(const spdlog::details::log_msg& message) override
    {
        spdlog::memory_buf_t line;
        formatter_->format(message, line);
        if (dropped_ > 0 && write(tell_dropped_(dropped_) + '\n'))
            dropped_ = 0;
        if (dropped_ > 0 || !write({line.data(), line.size()}))
            ++dropped_;
    }

    void flush_() override {} // nothing is kept back

    bool write(std::string_view line)
    {
        if (is_amid_line_ && put("\n") == 0)
            return false;
        is_amid_line_ = false;
        while (!line.empty()) {
            const std::size_t n = put(line.substr(0, PIPE_BUF));
            if (n == 0)
                return false;
            line.remove_prefix(n);
            is_amid_line_ = !line.empty();
        }
        return true;
    }

    // At most PIPE_BUF bytes: so many a pipe that is writable takes without blocking. Zero: it takes none.
    std::size_t put(std::string_view bytes) const
    {
        pollfd at{.fd = descriptor_, .events = POLLOUT, .revents = 0};
        if (::poll(&at, 1, 0) != 1 || (at.revents & POLLOUT) == 0)
            return 0;
        const auto n = ::write(descriptor_, bytes.data(), bytes.size());
        return n > 0 ? static_cast<std::size_t>(n) : 0;
    }

    int descriptor_;
    std::function<std::string(std::size_t)> tell_dropped_;
    std::size_t dropped_ = 0;   // lines, since one was last written
    bool is_amid_line_ = false; // of which the rest was not taken
};

} // namespace

std::shared_ptr<spdlog::sinks::sink> make_log_sink(int descriptor, std::function<std::string(std::size_t)> dropped)
{
    return std::make_shared<log_sink>(descriptor, std::move(dropped));
}

} // namespace rinha
