#include "rinha/core/error.hpp"

#include "rinha/core/error_category.hpp"

#include <string>

namespace rinha {
namespace {

class category final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.failure"; }

    std::string message(int value) const override
    {
        switch (static_cast<failure>(value)) {
        case failure::malformed:
            return "malformed";
        case failure::unprocessable:
            return "unprocessable";
        case failure::missing:
            return "missing";
        case failure::too_large:
            return "too large";
        case failure::overloaded:
            return "overloaded";
        case failure::unavailable:
            return "unavailable";
        case failure::uncertain:
            return "uncertain";
        case failure::broken:
            return "broken";
        }
        return "unknown failure";
    }
};

} // namespace

const boost::system::error_category& failure_category() noexcept
{
    static const category instance;
    return instance;
}

boost::system::error_condition make_error_condition(failure value) noexcept
{
    return {static_cast<int>(value), failure_category()};
}

} // namespace rinha
