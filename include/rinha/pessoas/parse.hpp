#pragma once

#include "rinha/core/result.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/model.hpp"

#include <string>
#include <string_view>

namespace rinha::pessoas {

// Reads the body of POST /pessoas: spec rows 1 to 18. Of several faults a malformed one wins over an unprocessable
// one (row 13); among equals the first in the order apelido, nome, nascimento, stack.
result<draft> parse_draft(std::string_view body);

// Reads the term out of the raw query string of GET /pessoas, without its `?`: spec rows 23, 24, 30, 31.
result<std::string> parse_term(std::string_view query);

} // namespace rinha::pessoas
