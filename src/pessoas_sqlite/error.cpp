#include "rinha/pessoas_sqlite/error.hpp"

#include "pessoas_sqlite/store_error.hpp"
#include "rinha/core/error_category.hpp"
#include "rinha/sqlite/error.hpp"

#include <cassert>
#include <string>

namespace rinha::pessoas_sqlite {
namespace {

class store_category final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.pessoas_sqlite"; }

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

errc store_error(const error_code& of_sqlite) noexcept
{
    assert(of_sqlite.category() == sqlite::category());
    switch (static_cast<sqlite::errc>(of_sqlite.value())) {
    case sqlite::errc::busy:
    case sqlite::errc::io:
    case sqlite::errc::cannot_open:
    case sqlite::errc::moved:
    case sqlite::errc::read_only:
        return errc::away;
    case sqlite::errc::full:
        return errc::full;
    case sqlite::errc::interrupted:
        return errc::too_late;
    case sqlite::errc::no_memory:
        return errc::overloaded;
    case sqlite::errc::not_a_database:
    case sqlite::errc::corrupt:
    case sqlite::errc::newer_schema:
    case sqlite::errc::constraint:
    case sqlite::errc::failed:
        return errc::refused;
    }
    return errc::refused;
}

} // namespace rinha::pessoas_sqlite
