#pragma once

#include "rinha/pessoas/model.hpp"
#include "rinha/pg/rows.hpp"

namespace rinha::pessoas_pg {

// A person out of a row whose columns, from `first` on, are nascimento, apelido, nome and stack.
pessoas::person person_of(const uuid& id, const pg::rows& rows, int row, int first);

} // namespace rinha::pessoas_pg
