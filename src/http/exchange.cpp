#include "http/exchange.hpp"

#include <utility>

namespace rinha::http {
namespace {

constexpr std::size_t max_free = 64;
constexpr std::size_t max_body_kept = 64 * 1024; // bytes; an exchange that grew larger is let go

} // namespace

void exchange::clear() noexcept
{
    reader.next();
    target = nullptr;
}

exchange_pool::exchange_pool(head_limits limits)
    : limits_(limits)
{
    free_.reserve(max_free);
}

std::unique_ptr<exchange> exchange_pool::take()
{
    if (free_.empty())
        return std::make_unique<exchange>(limits_);
    auto last = std::move(free_.back());
    free_.pop_back();
    return last;
}

void exchange_pool::give_back(std::unique_ptr<exchange> used) noexcept
{
    if (free_.size() >= max_free || used->reader.request().body.capacity() > max_body_kept)
        return;
    used->clear();
    free_.push_back(std::move(used));
}

} // namespace rinha::http
