#include "rinha/pessoas/search_text.hpp"

#include "pessoas/document.hpp"
#include "rinha/core/text.hpp"

#include <algorithm>
#include <array>

namespace rinha::pessoas {
namespace {

// The words for U+0001, U+0002 and U+0003. Each is a run of one symbol and then a run of the other; where two words
// meet there is a step back, which no word holds: so a word is never met but where one was written.
constexpr std::array<std::string_view, 3> words{"\x01\x01\x01\x02", "\x01\x01\x02\x02", "\x01\x02\x02\x02"};

bool needs_word(char c) noexcept { return c >= '\x01' && c <= field_separator; }

std::string coded(std::string folded)
{
    if (std::ranges::none_of(folded, needs_word))
        return folded;

    std::string text;
    for (const char c : folded) {
        if (needs_word(c))
            text += words[static_cast<std::size_t>(c - 1)];
        else
            text += c;
    }
    return text;
}

void add_field(std::vector<std::string>& pieces, std::string_view field)
{
    auto text = coded(fold_case(field));
    if (!pieces.empty() && pieces.back().size() + 1 + text.size() <= piece_limit) {
        pieces.back() += field_separator;
        pieces.back() += text;
    } else {
        pieces.push_back(std::move(text));
    }
}

void add_items(std::vector<std::string>& pieces, std::string_view stack)
{
    if (stack.find('\\') == std::string_view::npos) { // nearly always: what stands between two quotes is an item
        for (auto open = stack.find('"'); open != std::string_view::npos; open = stack.find('"')) {
            stack.remove_prefix(open + 1);
            const auto close = stack.find('"');
            add_field(pieces, stack.substr(0, close));
            stack.remove_prefix(close + 1);
        }
        return;
    }

    const auto json = read_json(stack);
    simdjson::dom::array items;
    if (json && json->get(items) == simdjson::SUCCESS) {
        for (const simdjson::dom::element item : items)
            add_field(pieces, item.get_string().value());
    }
}

} // namespace

std::vector<std::string> search_pieces(const draft& value)
{
    std::vector<std::string> pieces;
    add_field(pieces, value.apelido);
    add_field(pieces, value.nome);

    add_items(pieces, value.stack);
    return pieces;
}

std::string search_term(std::string_view term)
{
    constexpr std::size_t longest_folded_field = 300; // a nome of 100 code points, each folded to three
    auto folded = fold_case(term);
    if (count_code_points(folded) > longest_folded_field)
        return {};
    return coded(std::move(folded));
}

} // namespace rinha::pessoas
