#include "http/budget.hpp"

namespace rinha::http {

bool budget::share::try_hold(std::size_t bytes) noexcept
{
    if (bytes > held_ && of_.held_ + (bytes - held_) > of_.limit_)
        return false;
    hold(bytes);
    return true;
}

void budget::share::hold(std::size_t bytes) noexcept
{
    if (bytes == held_)
        return;
    of_.held_ = of_.held_ - held_ + bytes;
    of_.shown_.set(static_cast<std::int64_t>(of_.held_));
    held_ = bytes;
}

std::size_t allocated_by(const std::string& text) noexcept
{
    static const std::size_t within = std::string().capacity();
    return text.capacity() > within ? text.capacity() : 0;
}

void release(std::string& text) noexcept { std::string().swap(text); }

} // namespace rinha::http
