#include "rinha/sqlite/statement.hpp"

#include "sqlite/result_code.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cassert>
#include <new>

namespace rinha::sqlite {
namespace {

void check_bound(int result_code)
{
    if (result_code == SQLITE_NOMEM)
        throw std::bad_alloc();
    assert(result_code == SQLITE_OK); // no such parameter, or the statement is being executed
}

} // namespace

result<bool> cursor::next()
{
    switch (const int result_code = sqlite3_step(statement_.get())) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return false;
    default:
        return {boost::system::in_place_error, error_of(result_code)}; // an error_code makes a bool, too
    }
}

std::int64_t cursor::integer(int column) const noexcept { return sqlite3_column_int64(statement_.get(), column); }

std::string_view cursor::text(int column) const noexcept
{
    const unsigned char* const begin = sqlite3_column_text(statement_.get(), column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return begin == nullptr ? std::string_view() : std::string_view(reinterpret_cast<const char*>(begin), size);
}

uuid cursor::id(int column) const noexcept
{
    uuid id{};
    const auto* const begin = static_cast<const std::uint8_t*>(sqlite3_column_blob(statement_.get(), column));
    assert(begin != nullptr && sqlite3_column_bytes(statement_.get(), column) == sizeof id.data);
    std::copy_n(begin, sizeof id.data, id.data);
    return id;
}

void cursor::resetter::operator()(sqlite3_stmt* statement) const noexcept { sqlite3_reset(statement); }

void statement::finalizer::operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }

void statement::bind(int parameter, std::int64_t value)
{
    check_bound(sqlite3_bind_int64(statement_.get(), parameter, value));
}

void statement::bind(int parameter, std::string_view text)
{
    const char* const begin = text.data() == nullptr ? "" : text.data(); // a null pointer would be NULL, not ''
    check_bound(sqlite3_bind_text64(statement_.get(), parameter, begin, text.size(), SQLITE_STATIC, SQLITE_UTF8));
}

void statement::bind(int parameter, const uuid& id)
{
    check_bound(sqlite3_bind_blob(statement_.get(), parameter, id.data, sizeof id.data, SQLITE_STATIC));
}

} // namespace rinha::sqlite
