#pragma once

#include "rinha/sqlite/error.hpp"

#include <exception>
#include <new>
#include <utility>

namespace rinha::pessoas_sqlite {

// At the edge of a thread, which must go on: does it, and what it throws is told as the error of SQLite that it amounts
// to.
template <class F>
error_code attempt(F&& what) noexcept
{
    try {
        return std::forward<F>(what)();
    } catch (const std::bad_alloc&) {
        return sqlite::errc::no_memory;
    } catch (const std::exception&) {
        return sqlite::errc::failed;
    }
}

} // namespace rinha::pessoas_sqlite
