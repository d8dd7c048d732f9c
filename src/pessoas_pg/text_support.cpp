#include "pessoas_pg/text_support.hpp"

#include <fmt/format.h>

namespace rinha::pessoas_pg {

std::string complaint_about(std::string_view encoding, std::string_view ctype)
{
    if (encoding != "UTF8")
        return fmt::format(
            "the database's encoding is {}: texts that it does not have can't be stored. It should be UTF8", encoding);
    if (ctype == "C" || ctype == "POSIX")
        return fmt::format(
            "the database's LC_CTYPE is {}: searches for letters beyond ASCII are slow. It should be C.UTF-8, "
            "or another of UTF-8",
            ctype);
    return {};
}

} // namespace rinha::pessoas_pg
