#pragma once

#include <ctime>
#include <string>
#include <string_view>

namespace rinha::http {

// The line `Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n` (RFC 9110 section 5.6.7), made anew when the second changes.
class date_line
{
public:
    std::string_view at(std::time_t now);

private:
    std::string line_;
    std::time_t made_for_ = -1;
};

} // namespace rinha::http
