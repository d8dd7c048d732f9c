#pragma once

#include <string>
#include <string_view>

namespace rinha::pessoas_pg {

// What is wrong with a database of this encoding and LC_CTYPE, for the log; empty if nothing is. pg_trgm sees letters
// by LC_CTYPE: with "C" those beyond ASCII are none, and a term made of them reads all persons.
std::string complaint_about(std::string_view encoding, std::string_view ctype);

} // namespace rinha::pessoas_pg
