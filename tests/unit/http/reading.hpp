#pragma once

#include "http/request_reader.hpp"

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rinha::http {

// What a reader made of some bytes.
struct reading
{
    request_reader::state state{};
    errc fault{};
    method verb{};
    std::string path;
    std::string query;
    bool has_query = false;
    std::vector<std::pair<std::string, std::string>> headers;
    std::string body;
    bool http_1_1 = false;
    bool keep_alive = false;
    bool waits_for_100 = false;
    std::size_t used = 0; // bytes; not told where the reading failed

    bool operator==(const reading&) const = default;
};

constexpr head_limits small_limits{.target = 64, .head = 512};
constexpr std::size_t small_body = 100;

// Gives the pieces one after the other to `reader`, up to the end of one request.
reading read(request_reader& reader, std::span<const std::string_view> pieces, std::size_t body_limit = small_body);

// The bytes in one piece.
reading read(std::string_view bytes);

} // namespace rinha::http
