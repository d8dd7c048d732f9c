#include "apps/stress_load/data.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <utility>

namespace rinha::stress_load {

result<lines> lines::of_file(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return error_code(errno, boost::system::system_category());
    std::ostringstream content;
    content << file.rdbuf();
    auto text = std::move(content).str();
    if (text.empty())
        return make_error_code(boost::system::errc::no_message_available);
    return lines(std::move(text));
}

lines::lines(std::string text)
    : text_(std::move(text))
{
    if (!text_.ends_with('\n'))
        text_ += '\n';
}

std::string_view lines::next()
{
    const auto end = text_.find('\n', at_);
    const auto line = std::string_view(text_).substr(at_, end - at_);
    at_ = end + 1 == text_.size() ? 0 : end + 1;
    return line;
}

std::string percent_encoded(std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size() + 16);
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' ||
                              c == '.' || c == '_' || c == '~';
        if (is_plain) {
            encoded += c;
        } else {
            encoded += '%';
            encoded += digits[byte >> 4];
            encoded += digits[byte & 15];
        }
    }
    return encoded;
}

} // namespace rinha::stress_load
