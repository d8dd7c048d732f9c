#include "rinha/core/date.hpp"

#include <algorithm>

namespace rinha {
namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

bool are_digits(std::string_view text) noexcept { return std::ranges::all_of(text, is_digit); }

unsigned number(std::string_view digits) noexcept
{
    unsigned value = 0;
    for (const char digit : digits)
        value = value * 10 + static_cast<unsigned>(digit - '0');
    return value;
}

char* write_digits(unsigned value, int count, char* out) noexcept
{
    for (int i = count; i-- > 0; value /= 10)
        out[i] = static_cast<char>('0' + value % 10);
    return out + count;
}

} // namespace

bool has_date_form(std::string_view text) noexcept
{
    return text.size() == 10 && text[4] == '-' && text[7] == '-' && are_digits(text.substr(0, 4)) &&
           are_digits(text.substr(5, 2)) && are_digits(text.substr(8, 2));
}

std::optional<date> parse_date(std::string_view text) noexcept
{
    if (!has_date_form(text))
        return std::nullopt;

    const auto year = number(text.substr(0, 4));
    const date value{std::chrono::year(static_cast<int>(year)), std::chrono::month(number(text.substr(5, 2))),
                     std::chrono::day(number(text.substr(8, 2)))};
    if (year == 0 || !value.ok())
        return std::nullopt;
    return value;
}

char* write(date value, char* out) noexcept
{
    out = write_digits(static_cast<unsigned>(static_cast<int>(value.year())), 4, out);
    *out++ = '-';
    out = write_digits(static_cast<unsigned>(value.month()), 2, out);
    *out++ = '-';
    return write_digits(static_cast<unsigned>(value.day()), 2, out);
}

} // namespace rinha
