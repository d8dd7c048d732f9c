#pragma once

#include "rinha/pessoas/model.hpp"

#include <string>
#include <vector>

namespace rinha::pessoas {

// {"id":…,"apelido":…,"nome":…,"nascimento":…,"stack":…}, keys in this order, no blanks (spec, "Resources").
std::string to_json(const person& value);

// An array of these, in their order.
std::string to_json(const std::vector<person>& values);

} // namespace rinha::pessoas
