#include "http/serve.hpp"

namespace rinha::http {

bool has_async_handler(const target& at) noexcept
{
    const auto* const found = std::get_if<const route*>(&at);
    return found != nullptr && std::holds_alternative<async_handler>((*found)->handler);
}

reply serve(const target& at, const request& req)
{
    if (const auto* const ready = std::get_if<response>(&at))
        return *ready;
    const handler& handle = std::get<const route*>(at)->handler;
    if (const auto* const plain = std::get_if<plain_handler>(&handle))
        return (*plain)(req);
    return std::get<async_handler>(handle)(req);
}

} // namespace rinha::http
