#include "rinha/pg/params.hpp"

#include "rinha/pg/statement.hpp"

#include <boost/endian/conversion.hpp>

#include <array>
#include <cassert>
#include <limits>

namespace rinha::pg {
namespace {

template <class Integer>
void put(std::string& out, Integer value)
{
    boost::endian::native_to_big_inplace(value);
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void put(std::string& out, std::string_view text) { out.append(text); }

void put(std::string& out, const uuid& value) { out.append(reinterpret_cast<const char*>(value.data), value.size()); }

void put(std::string& out, date value)
{
    using namespace std::chrono;
    const auto days = sys_days{value} - sys_days{2000y / January / 1};
    put(out, static_cast<std::int32_t>(days.count()));
}

std::int32_t size_of(std::string_view text) { return static_cast<std::int32_t>(text.size()); }

std::int32_t size_of(const uuid&) { return 16; }

std::int32_t size_of(date) { return 4; }

oid type_of(std::string_view) { return oids::text; }

oid type_of(const uuid&) { return oids::uuid; }

oid type_of(date) { return oids::date; }

// As array_recv of the server reads it: dimensions, whether there are nulls, the type of the items; for each dimension
// its length and its first index; then the items, each behind its length.
template <class Item>
void put(std::string& out, std::span<const Item> items)
{
    put(out, std::int32_t{items.empty() ? 0 : 1});
    put(out, std::int32_t{0});
    put(out, type_of(Item{}));
    if (items.empty())
        return;
    put(out, static_cast<std::int32_t>(items.size()));
    put(out, std::int32_t{1});
    for (const auto& item : items) {
        put(out, size_of(item));
        put(out, item);
    }
}

} // namespace

template <class Value>
params& params::append(const Value& value)
{
    const std::size_t begin = buffer_.size();
    put(buffer_, value);
    const std::size_t length = buffer_.size() - begin;
    assert(length <= static_cast<std::size_t>(std::numeric_limits<int>::max()));
    fields_.push_back({begin, static_cast<int>(length)});
    return *this;
}

params& params::add(std::string_view text) { return append(text); }

params& params::add(std::int64_t value) { return append(value); }

params& params::add(const uuid& value) { return append(value); }

params& params::add(date value) { return append(value); }

params& params::add(std::span<const std::string_view> texts) { return append(texts); }

params& params::add(std::span<const uuid> values) { return append(values); }

params& params::add(std::span<const date> values) { return append(values); }

const char* params::data(int index) const noexcept
{
    return buffer_.data() + fields_[static_cast<std::size_t>(index)].begin;
}

int params::length(int index) const noexcept { return fields_[static_cast<std::size_t>(index)].length; }

} // namespace rinha::pg
