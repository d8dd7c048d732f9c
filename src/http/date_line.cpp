#include "http/date_line.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>

namespace rinha::http {

// Not strftime: its names follow the locale.
std::string_view date_line::at(std::time_t now)
{
    if (now == made_for_)
        return line_;

    constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

    const auto time = std::chrono::sys_seconds(std::chrono::seconds(now));
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    line_ =
        fmt::format("Date: {}, {:02} {} {:04} {:02}:{:02}:{:02} GMT\r\n", days[std::chrono::weekday(day).c_encoding()],
                    unsigned{date.day()}, months[unsigned{date.month()} - 1], int{date.year()}, clock.hours().count(),
                    clock.minutes().count(), clock.seconds().count());
    made_for_ = now;
    return line_;
}

} // namespace rinha::http
