#pragma once

#include <string_view>

namespace rinha {

// A numbered file of a schema, which cmake/embed_sql.cmake made part of the program.
struct sql_file
{
    std::string_view name; // without its suffix: 001_pessoas
    std::string_view text; // all of it, statements separated by semicolons
};

} // namespace rinha
