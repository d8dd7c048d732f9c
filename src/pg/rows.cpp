#include "rinha/pg/rows.hpp"

#include <boost/endian/conversion.hpp>
#include <libpq-fe.h>

#include <algorithm>
#include <cassert>

namespace rinha::pg {
namespace {

const unsigned char* bytes(std::string_view field) noexcept
{
    return reinterpret_cast<const unsigned char*>(field.data());
}

} // namespace

void rows::closer::operator()(pg_result* r) const noexcept { PQclear(r); }

int rows::size() const noexcept { return PQntuples(result_.get()); }

bool rows::is_null(int row, int column) const noexcept { return PQgetisnull(result_.get(), row, column) != 0; }

std::string_view rows::text(int row, int column) const noexcept
{
    return {PQgetvalue(result_.get(), row, column), static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::string_view rows::jsonb(int row, int column) const noexcept
{
    std::string_view field = text(row, column);
    assert(!field.empty() && field.front() == 1); // the version of the format: jsonb_send of the server
    field.remove_prefix(1);
    return field;
}

std::int64_t rows::integer(int row, int column) const noexcept
{
    const std::string_view field = text(row, column);
    switch (field.size()) {
    case 2:
        return boost::endian::load_big_s16(bytes(field));
    case 4:
        return boost::endian::load_big_s32(bytes(field));
    default:
        assert(field.size() == 8);
        return boost::endian::load_big_s64(bytes(field));
    }
}

uuid rows::id(int row, int column) const noexcept
{
    const std::string_view field = text(row, column);
    uuid value{};
    assert(field.size() == value.size());
    std::copy_n(bytes(field), value.size(), value.begin());
    return value;
}

rinha::date rows::date(int row, int column) const noexcept
{
    using namespace std::chrono;
    const std::string_view field = text(row, column);
    assert(field.size() == 4);
    return sys_days{2000y / January / 1} + days{boost::endian::load_big_s32(bytes(field))};
}

} // namespace rinha::pg
