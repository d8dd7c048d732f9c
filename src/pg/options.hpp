#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <string_view>

namespace rinha::pg {

// What a connection string says, or what libpq makes of it.
class options
{
public:
    // Nothing but what the string says. Not is_valid() where libpq can't read it.
    static options parse(const std::string& conninfo);

    // With what libpq adds when it connects: service files, PG*, its defaults.
    static options complete(const std::string& conninfo);

    // What libpq has against them as it begins to connect, before it looks at any network. Of hosts and ports nothing.
    static std::string complaint(const std::string& conninfo);

    bool is_valid() const noexcept { return all_ != nullptr; }

    // Empty where it is not set.
    std::string_view operator[](std::string_view keyword) const noexcept;

private:
    struct closer
    {
        void operator()(PQconninfoOption* all) const noexcept { PQconninfoFree(all); }
    };

    explicit options(PQconninfoOption* owned) noexcept
        : all_(owned)
    {
    }

    std::unique_ptr<PQconninfoOption, closer> all_;
};

} // namespace rinha::pg
