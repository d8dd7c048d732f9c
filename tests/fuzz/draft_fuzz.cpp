// Bodies of POST /pessoas: what is accepted keeps the rules, survives being written and read again, and can be found.

#include "check.hpp"
#include "rinha/core/error.hpp"
#include "rinha/core/text.hpp"
#include "rinha/pessoas/json.hpp"
#include "rinha/pessoas/parse.hpp"
#include "rinha/pessoas/search_text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace {

using namespace rinha;
using fuzz::check;

bool is_text(std::string_view text, std::size_t longest)
{
    return is_valid_utf8(text) && !text.empty() && count_code_points(text) <= longest &&
           text.find('\0') == std::string_view::npos;
}

bool can_be_found_by(const std::vector<std::string>& pieces, std::string_view term)
{
    const auto searched = pessoas::search_term(term);
    return !searched.empty() && std::ranges::any_of(pieces, [&](const std::string& piece) {
        return piece.find(searched) != std::string::npos;
    });
}

void check_accepted(const pessoas::draft& value)
{
    check(is_text(value.apelido, 32), "apelido has 1 to 32 characters");
    check(is_text(value.nome, 100), "nome has 1 to 100 characters");
    check(value.nascimento.ok() && value.nascimento.year() >= std::chrono::year(1) &&
              value.nascimento.year() <= std::chrono::year(9999),
          "nascimento is a date");
    check(value.stack == "null" || (value.stack.starts_with('[') && value.stack.ends_with(']')),
          "stack is null or an array");
    check(is_valid_utf8(value.stack), "stack is UTF-8");
    check(fold_case(fold_case(value.nome)) == fold_case(value.nome), "folding twice is folding once");

    const auto again =
        pessoas::parse_draft(pessoas::to_json({{}, value.apelido, value.nome, value.nascimento, value.stack}));
    check(again.has_value(), "what is written can be read");
    check(again->apelido == value.apelido && again->nome == value.nome && again->nascimento == value.nascimento &&
              again->stack == value.stack,
          "what is written is read as the same");

    const auto pieces = pessoas::search_pieces(value);
    check(std::ranges::all_of(pieces, [](const auto& piece) { return piece.size() <= pessoas::piece_limit; }),
          "no piece is over the limit");
    check(can_be_found_by(pieces, value.apelido), "the person is found by the apelido");
    check(can_be_found_by(pieces, value.nome), "the person is found by the nome");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto draft = pessoas::parse_draft({reinterpret_cast<const char*>(data), size});
    if (draft)
        check_accepted(*draft);
    else
        check(draft.error() == failure::malformed || draft.error() == failure::unprocessable,
              "a refusal is 400 or 422");
    return 0;
}
