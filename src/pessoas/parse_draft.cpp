#include "pessoas/document.hpp"
#include "rinha/core/error.hpp"
#include "rinha/core/json.hpp"
#include "rinha/core/text.hpp"
#include "rinha/pessoas/parse.hpp"

#include <optional>

namespace rinha::pessoas {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

// What a string must be, and what it is called when it is not.
struct text_rule
{
    std::size_t longest; // code points
    errc missing;        // or null
    errc not_string;
    errc empty;
    errc too_long;
    errc has_nul;
};

constexpr text_rule apelido_rule{.longest = 32,
                                 .missing = errc::apelido_missing,
                                 .not_string = errc::apelido_not_string,
                                 .empty = errc::apelido_empty,
                                 .too_long = errc::apelido_too_long,
                                 .has_nul = errc::apelido_has_nul};

constexpr text_rule nome_rule{.longest = 100,
                              .missing = errc::nome_missing,
                              .not_string = errc::nome_not_string,
                              .empty = errc::nome_empty,
                              .too_long = errc::nome_too_long,
                              .has_nul = errc::nome_has_nul};

constexpr text_rule stack_item_rule{.longest = 32,
                                    .missing = errc::stack_item_not_string,
                                    .not_string = errc::stack_item_not_string,
                                    .empty = errc::stack_item_empty,
                                    .too_long = errc::stack_item_too_long,
                                    .has_nul = errc::stack_item_has_nul};

struct fields
{
    std::optional<element> apelido;
    std::optional<element> nome;
    std::optional<element> nascimento;
    std::optional<element> stack;
};

// Of a field given twice the last one counts (spec row 18).
fields last_of_each(object body)
{
    fields found;
    for (const auto [name, value] : body) {
        if (name == "apelido")
            found.apelido = value;
        else if (name == "nome")
            found.nome = value;
        else if (name == "nascimento")
            found.nascimento = value;
        else if (name == "stack")
            found.stack = value;
    }
    return found;
}

// Reads the fields one after another and keeps the fault to answer with: the first malformed one, else the first.
class reader
{
public:
    std::optional<errc> fault() const noexcept { return fault_; }

    std::string text(std::optional<element> field, const text_rule& rule) { return std::string(view(field, rule)); }

    date nascimento(std::optional<element> field)
    {
        std::string_view text;
        if (!field || field->is_null())
            note(errc::nascimento_missing);
        else if (field->get(text) != simdjson::SUCCESS)
            note(errc::nascimento_not_string);
        else if (const auto value = parse_date(text))
            return *value;
        else
            note(errc::nascimento_not_a_date);
        return {};
    }

    std::string stack(std::optional<element> field)
    {
        if (!field || field->is_null())
            return "null";

        array items;
        if (field->get(items) != simdjson::SUCCESS) {
            note(errc::stack_not_array);
            return {};
        }
        std::string json = "[";
        for (const element item : items) {
            if (json.size() > 1)
                json += ',';
            append_json_string(json, view(item, stack_item_rule));
        }
        json += ']';
        return json;
    }

private:
    std::string_view view(std::optional<element> field, const text_rule& rule)
    {
        std::string_view text;
        if (!field || field->is_null())
            note(rule.missing);
        else if (field->get(text) != simdjson::SUCCESS)
            note(rule.not_string);
        else if (text.empty())
            note(rule.empty);
        else if (count_code_points(text) > rule.longest)
            note(rule.too_long);
        else if (text.find('\0') != std::string_view::npos)
            note(rule.has_nul);
        return text;
    }

    void note(errc fault)
    {
        const auto is_malformed = [](errc value) { return make_error_code(value) == failure::malformed; };
        if (!fault_ || (is_malformed(fault) && !is_malformed(*fault_)))
            fault_ = fault;
    }

    std::optional<errc> fault_;
};

} // namespace

result<draft> parse_draft(std::string_view body)
{
    const auto document = read_json(body);
    if (!document)
        return errc::body_not_json;

    object members;
    if (document->get(members) != simdjson::SUCCESS)
        return errc::body_not_object;

    const auto given = last_of_each(members);
    reader read;
    draft value{.apelido = read.text(given.apelido, apelido_rule),
                .nome = read.text(given.nome, nome_rule),
                .nascimento = read.nascimento(given.nascimento),
                .stack = read.stack(given.stack)};
    if (const auto fault = read.fault())
        return *fault;
    return value;
}

} // namespace rinha::pessoas
