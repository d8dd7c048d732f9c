#pragma once

#include "rinha/pessoas/model.hpp"
#include "rinha/pg/params.hpp"
#include "rinha/pg/statement.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace rinha::pessoas_pg {

// A row of a batch (see core/batcher.hpp).
class new_person
{
public:
    new_person(uuid id, pessoas::draft value);

    std::string_view key() const noexcept { return value_.apelido; }
    std::size_t bytes() const noexcept { return bytes_; }

    const uuid& id() const noexcept { return id_; }
    const pessoas::draft& value() const noexcept { return value_; }
    const std::vector<std::string>& pieces() const noexcept { return pieces_; } // of the search text, one at least

private:
    uuid id_;
    pessoas::draft value_;
    std::vector<std::string> pieces_;
    std::size_t bytes_; // of what travels to the database, nearly
};

using batch = std::vector<const new_person*>;

// How a batch is stored: only one with a person of several pieces touches the second table.
struct insertion
{
    const pg::statement& with;
    pg::params of;
};

insertion insertion_of(const batch& rows);

} // namespace rinha::pessoas_pg
