#pragma once

#include "rinha/core/date.hpp"
#include "rinha/core/uuid.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rinha::pg {

// The parameters of one execution, in binary format and in one buffer; in the order of the statement's $1, $2, …, and
// of the types that it declares.
class params
{
public:
    params& add(std::string_view text); // without U+0000
    params& add(std::int64_t value);
    params& add(const uuid& value);
    params& add(date value);

    // One-dimensional arrays, for unnest.
    params& add(std::span<const std::string_view> texts);
    params& add(std::span<const uuid> values);
    params& add(std::span<const date> values);

    int size() const noexcept { return static_cast<int>(fields_.size()); }
    const char* data(int index) const noexcept;
    int length(int index) const noexcept; // bytes
    std::size_t bytes() const noexcept { return buffer_.size(); }

private:
    struct field
    {
        std::size_t begin;
        int length;
    };

    template <class Value>
    params& append(const Value& value);

    std::string buffer_;
    std::vector<field> fields_;
};

} // namespace rinha::pg
