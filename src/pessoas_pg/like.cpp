#include "pessoas_pg/like.hpp"

#include "rinha/core/text.hpp"

namespace rinha::pessoas_pg {
namespace {

// What is not ASCII counts as a letter: rarely wrong, and then only slower.
constexpr bool is_letter_or_digit(char c)
{
    return static_cast<unsigned char>(c) >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z');
}

} // namespace

std::string pattern_containing(std::string_view term)
{
    std::string pattern = "%";
    pattern.reserve(term.size() + 2);
    for (const char c : term) {
        if (c == '%' || c == '_' || c == '\\')
            pattern += '\\';
        pattern += c;
    }
    pattern += '%';
    return pattern;
}

bool has_trigram(std::string_view term) noexcept
{
    int run = 0;
    for (const char c : term) {
        if (is_continuation(c))
            continue;
        run = is_letter_or_digit(c) ? run + 1 : 0;
        if (run == 3)
            return true;
    }
    return false;
}

} // namespace rinha::pessoas_pg
