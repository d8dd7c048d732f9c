#include "support/json/cases.hpp"

#include <charconv>
#include <fstream>
#include <stdexcept>
#include <string_view>

namespace rinha::support {
namespace {

unsigned number(std::string_view& text, int base)
{
    unsigned value = 0;
    const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (ec != std::errc())
        throw std::runtime_error("cases.txt: not a number: " + std::string(text));
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

// What stands between `<` and `>`: bytes in hexadecimal, or a repetition.
std::string plain(std::string_view escape)
{
    std::string text;
    if (const auto star = escape.find('*'); star != std::string_view::npos) {
        for (auto times = number(escape, 10); times > 0; --times)
            text += escape.substr(1);
        return text;
    }
    while (!escape.empty()) {
        text += static_cast<char>(number(escape, 16));
        escape.remove_prefix(escape.empty() ? 0 : 1);
    }
    return text;
}

std::string unescape(std::string_view line)
{
    std::string text;
    while (!line.empty()) {
        const auto open = std::min(line.find('<'), line.size());
        text += line.substr(0, open);
        line.remove_prefix(open);
        if (!line.empty()) {
            const auto close = line.find('>');
            text += plain(line.substr(1, close - 1));
            line.remove_prefix(close + 1);
        }
    }
    return text;
}

} // namespace

std::vector<json_case> json_cases()
{
    std::ifstream file(JSON_CASES);
    if (!file)
        throw std::runtime_error("no file " JSON_CASES);

    std::vector<json_case> cases;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#')
            continue;
        const auto name_end = std::min(line.find(' '), line.size());
        const auto text_begin = std::min(line.find_first_not_of(' ', name_end), line.size());
        cases.push_back({line.substr(0, name_end), unescape(std::string_view(line).substr(text_begin))});
    }
    return cases;
}

} // namespace rinha::support
