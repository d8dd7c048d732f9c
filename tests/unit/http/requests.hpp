#pragma once

#include <string>
#include <string_view>

namespace rinha::http {

inline std::string get(std::string_view path, std::string_view fields = "")
{
    return "GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n" + std::string(fields) + "\r\n";
}

// The head alone.
inline std::string post_head(std::string_view path, std::string_view fields)
{
    return "POST " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n" + std::string(fields) + "\r\n";
}

inline std::string post(std::string_view path, std::string_view body)
{
    return post_head(path, "Content-Length: " + std::to_string(body.size()) + "\r\n") + std::string(body);
}

} // namespace rinha::http
