#pragma once

#include <string>
#include <string_view>

namespace rinha::pg {

// libpq's messages have several lines, the first of which says it.
inline std::string first_line(std::string_view text) { return std::string{text.substr(0, text.find('\n'))}; }

} // namespace rinha::pg
