#pragma once

#include "rinha/core/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace rinha::stress_load {

// The lines of a file, read in order and from the beginning again.
class lines
{
public:
    // Without a line: errc::no_message_available.
    static result<lines> of_file(const std::string& path);
    explicit lines(std::string text);

    std::string_view next();

private:
    std::string text_;
    std::size_t at_ = 0;
};

// As a value in a query: all but what RFC 3986 calls unreserved (section 2.3) is percent-encoded.
std::string percent_encoded(std::string_view text);

} // namespace rinha::stress_load
