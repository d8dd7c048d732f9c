#include "pessoas_sqlite/store_error.hpp"

#include "rinha/sqlite/error.hpp"

#include <cassert>

namespace rinha::pessoas_sqlite {

store_errc store_error(const error_code& of_sqlite) noexcept
{
    assert(of_sqlite.category() == sqlite::category());
    switch (static_cast<sqlite::errc>(of_sqlite.value())) {
    case sqlite::errc::busy:
    case sqlite::errc::io:
    case sqlite::errc::cannot_open:
    case sqlite::errc::moved:
    case sqlite::errc::read_only:
    case sqlite::errc::not_a_database:
    case sqlite::errc::newer_schema:
        return store_errc::away;
    case sqlite::errc::full:
        return store_errc::full;
    case sqlite::errc::interrupted:
        return store_errc::too_late;
    case sqlite::errc::no_memory:
        return store_errc::overloaded;
    case sqlite::errc::corrupt:
    case sqlite::errc::constraint:
    case sqlite::errc::failed:
        return store_errc::refused;
    }
    return store_errc::refused;
}

} // namespace rinha::pessoas_sqlite
