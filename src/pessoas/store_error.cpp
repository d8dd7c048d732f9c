#include "rinha/pessoas/store_error.hpp"

#include "rinha/core/error_category.hpp"

#include <string>

namespace rinha::pessoas {
namespace {

class category_of_stores final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.pessoas.store"; }

    std::string message(int value) const override
    {
        switch (static_cast<store_errc>(value)) {
        case store_errc::away:
            return "the database is away: nothing was done";
        case store_errc::too_late:
            return "the database is too slow at present: nothing was done";
        case store_errc::full:
            return "the database is full at present: nothing was done";
        case store_errc::unconfirmed:
            return "the database has not confirmed in time: the person may have been created, or may yet be";
        case store_errc::overloaded:
            return "too many requests wait for the database: nothing was done";
        case store_errc::refused:
            return "the database refuses what it was sent";
        }
        return "unknown error";
    }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        switch (static_cast<store_errc>(value)) {
        case store_errc::away:
        case store_errc::too_late:
        case store_errc::full:
            return failure::unavailable;
        case store_errc::unconfirmed:
            return failure::uncertain;
        case store_errc::overloaded:
            return failure::overloaded;
        case store_errc::refused:
            return failure::broken;
        }
        return failure::broken;
    }
};

} // namespace

const boost::system::error_category& store_category() noexcept
{
    static const category_of_stores instance;
    return instance;
}

error_code make_error_code(store_errc value) noexcept { return {static_cast<int>(value), store_category()}; }

} // namespace rinha::pessoas
