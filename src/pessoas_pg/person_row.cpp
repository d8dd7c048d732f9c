#include "pessoas_pg/person_row.hpp"

#include <simdjson.h>

#include <string>
#include <string_view>

namespace rinha::pessoas_pg {
namespace {

// The server writes jsonb with a blank after each comma.
std::string without_blanks(std::string_view json)
{
    std::string text(json.size(), '\0');
    std::size_t size = 0;
    if (simdjson::minify(json.data(), json.size(), text.data(), size) != simdjson::SUCCESS)
        return std::string(json);
    text.resize(size);
    return text;
}

} // namespace

pessoas::person person_of(const uuid& id, const pg::rows& rows, int row, int first)
{
    return {
        .id = id,
        .apelido = std::string(rows.text(row, first + 1)),
        .nome = std::string(rows.text(row, first + 2)),
        .nascimento = rows.date(row, first),
        .stack = rows.is_null(row, first + 3) ? "null" : without_blanks(rows.jsonb(row, first + 3)),
    };
}

} // namespace rinha::pessoas_pg
