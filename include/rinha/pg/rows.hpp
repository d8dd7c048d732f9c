#pragma once

#include "rinha/core/date.hpp"
#include "rinha/core/uuid.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

struct pg_result;

namespace rinha::pg {

// The answer to one execution, in binary format. Views stay valid as long as this object, also when it is moved. That a
// column has the type asked for, and is not null, is the caller's promise, made by the statement's text.
class rows
{
public:
    // Takes over a result of libpq that has rows, or none.
    explicit rows(pg_result* owned) noexcept
        : result_(owned)
    {
    }

    int size() const noexcept;
    bool is_null(int row, int column) const noexcept;
    std::string_view text(int row, int column) const noexcept;  // text, varchar, bytea, json
    std::string_view jsonb(int row, int column) const noexcept; // its text, as the server writes it
    std::int64_t integer(int row, int column) const noexcept;   // int2, int4, int8
    uuid id(int row, int column) const noexcept;
    rinha::date date(int row, int column) const noexcept;

private:
    struct closer
    {
        void operator()(pg_result* r) const noexcept;
    };

    std::unique_ptr<pg_result, closer> result_;
};

} // namespace rinha::pg
