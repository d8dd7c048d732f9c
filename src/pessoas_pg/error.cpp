#include "rinha/pessoas_pg/error.hpp"

#include "rinha/core/error_category.hpp"

#include <string>

namespace rinha::pessoas_pg {
namespace {

class store_category final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.pessoas_pg"; }

    std::string message(int value) const override
    {
        switch (static_cast<errc>(value)) {
        case errc::away:
            return "the database is away: nothing was done";
        case errc::too_late:
            return "the database is too slow at present: nothing was done";
        case errc::full:
            return "the database is full at present: nothing was done";
        case errc::unconfirmed:
            return "the database has not confirmed in time: the person may have been created, or may yet be";
        case errc::overloaded:
            return "too many requests wait for the database: nothing was done";
        case errc::refused:
            return "the database refuses what it was sent";
        }
        return "unknown error";
    }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        switch (static_cast<errc>(value)) {
        case errc::away:
        case errc::too_late:
        case errc::full:
            return failure::unavailable;
        case errc::unconfirmed:
            return failure::uncertain;
        case errc::overloaded:
            return failure::overloaded;
        case errc::refused:
            return failure::broken;
        }
        return failure::broken;
    }
};

} // namespace

const boost::system::error_category& category() noexcept
{
    static const store_category instance;
    return instance;
}

error_code make_error_code(errc value) noexcept { return {static_cast<int>(value), category()}; }

} // namespace rinha::pessoas_pg
