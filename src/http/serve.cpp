#include "http/serve.hpp"

namespace rinha::http {

bool has_async_handler(const route& found) noexcept { return std::holds_alternative<async_handler>(found.handler); }

reply serve(const route& found, const request& req)
{
    if (const auto* const plain = std::get_if<plain_handler>(&found.handler))
        return (*plain)(req);
    return std::get<async_handler>(found.handler)(req);
}

} // namespace rinha::http
