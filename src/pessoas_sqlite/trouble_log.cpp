#include "pessoas_sqlite/trouble_log.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace rinha::pessoas_sqlite {
namespace {

constexpr std::chrono::seconds between_reasons{1};

} // namespace

trouble_log::trouble_log(const std::string& path, const std::string& what, std::chrono::milliseconds quiet)
    : subject_(fmt::format("sqlite {}: {}", path, what))
    , quiet_(quiet)
{
}

void trouble_log::failed(const error_code& why)
{
    const auto now = clock::now();
    const std::lock_guard lock(mutex_);
    failed_ = now;
    if (is_on_ && (why == why_ || now - told_ < between_reasons))
        return;
    is_on_ = true;
    why_ = why;
    told_ = now;
    spdlog::warn("{} fail: {}", subject_, why.message());
}

void trouble_log::look_for_end()
{
    const std::lock_guard lock(mutex_);
    if (!is_on_ || clock::now() - failed_ < quiet_)
        return;
    is_on_ = false;
    spdlog::info("{} work again", subject_);
}

} // namespace rinha::pessoas_sqlite
