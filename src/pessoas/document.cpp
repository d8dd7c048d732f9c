#include "pessoas/document.hpp"

#include <algorithm>
#include <new>

namespace rinha::pessoas {
namespace {

simdjson::dom::parser make_parser()
{
    simdjson::dom::parser parser;
    constexpr std::size_t usual_size = 1'024; // it grows by itself
    // simdjson counts what a container holds as a level, so it takes one more to let depth_limit containers pass.
    if (parser.allocate(usual_size, depth_limit + 1) != simdjson::SUCCESS)
        throw std::bad_alloc();
    return parser;
}

// How deep valid JSON is nested.
std::size_t depth_of(std::string_view json) noexcept
{
    std::size_t depth = 0;
    std::size_t deepest = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (in_string && c == '\\') {
            ++i;
        } else if (c == '"') {
            in_string = !in_string;
        } else if (!in_string && (c == '[' || c == '{')) {
            deepest = std::max(deepest, ++depth);
        } else if (!in_string && (c == ']' || c == '}')) {
            --depth;
        }
    }
    return deepest;
}

} // namespace

std::optional<simdjson::dom::element> read_json(std::string_view text)
{
    static thread_local simdjson::dom::parser parser = make_parser();

    // simdjson reads beyond the end, so it is let copy the text to a padded buffer that it keeps.
    simdjson::dom::element root;
    const auto error = parser.parse(text.data(), text.size()).get(root);
    if (error == simdjson::MEMALLOC)
        throw std::bad_alloc();
    if (error != simdjson::SUCCESS)
        return std::nullopt;

    // An empty container, which holds nothing, passes simdjson even one level below the limit.
    if (text.size() > 2 * depth_limit && depth_of(text) > depth_limit)
        return std::nullopt;
    return root;
}

} // namespace rinha::pessoas
