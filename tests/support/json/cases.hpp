#pragma once

#include <string>
#include <vector>

namespace rinha::support {

// A line of cases.txt.
struct json_case
{
    std::string name;
    std::string text;

    bool is_accepted() const noexcept { return name.starts_with("y_"); }
};

// All of them, in order. Throws where the file can't be read.
std::vector<json_case> json_cases();

} // namespace rinha::support
