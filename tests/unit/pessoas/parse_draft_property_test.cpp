// Random bodies against a plain model: the rules of spec rows 1 to 18, applied to what the body means.

#include "rinha/core/error.hpp"
#include "rinha/pessoas/parse.hpp"
#include "support/json/value.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rinha::pessoas {
namespace {

using support::json_string;
using support::json_value;
using support::random_json;
using support::to_utf8;
using kind = json_value::kind;

json_value some_name(random_json& random, std::size_t longest)
{
    switch (random.number(0, 11)) {
    case 0:
        return json_string(random.text(0, 0));
    case 1:
        return json_string(random.text(longest + 1, longest + 3));
    case 2:
        return random.any_but(kind::string);
    case 3:
        return json_string(random.text(longest, longest));
    default:
        return json_string(random.text(1, longest));
    }
}

json_value some_date(random_json& random)
{
    if (random.one_in(10))
        return random.any();
    const auto text = random.one_in(12)
                          ? fmt::format("{}-{}-{}", random.number(0, 9'999), random.number(0, 13), random.number(0, 32))
                          : fmt::format("{:04}-{:02}-{:02}", random.number(0, 2) * random.number(0, 4'999),
                                        random.number(0, 100) % 14, random.number(1, 31));
    return json_string(std::u32string(text.begin(), text.end()));
}

json_value some_stack(random_json& random)
{
    if (random.one_in(10))
        return random.any();
    json_value stack;
    stack.what = kind::array;
    for (auto items = random.number(0, 6); items > 0; --items)
        stack.items.push_back(random.one_in(4) ? some_name(random, 32) : json_string(random.text(1, 32)));
    return stack;
}

// An object with the four fields, each missing at times, or twice, among others, in any order.
json_value some_body(random_json& random)
{
    json_value body;
    body.what = kind::object;
    const auto put = [&](std::u32string name, json_value value) {
        const auto place = static_cast<std::ptrdiff_t>(random.number(0, body.members.size()));
        body.members.insert(body.members.begin() + place, {std::move(name), std::move(value)});
    };
    do {
        if (!random.one_in(30))
            put(U"apelido", some_name(random, 32));
        if (!random.one_in(30))
            put(U"nome", some_name(random, 100));
        if (!random.one_in(30))
            put(U"nascimento", some_date(random));
        if (!random.one_in(4))
            put(U"stack", some_stack(random));
        while (random.one_in(4))
            put(random.text(0, 8), random.any());
    } while (random.one_in(4));
    return body;
}

struct verdict
{
    std::vector<errc> faults; // in the order of the fields
    draft value;

    void text(const json_value* field, std::size_t longest, errc missing, errc not_string, errc empty, errc too_long,
              errc has_nul)
    {
        if (field == nullptr || field->what == kind::null)
            faults.push_back(missing);
        else if (field->what != kind::string)
            faults.push_back(not_string);
        else if (field->text.empty())
            faults.push_back(empty);
        else if (field->text.size() > longest)
            faults.push_back(too_long);
        else if (std::count(field->text.begin(), field->text.end(), U'\0') > 0)
            faults.push_back(has_nul);
    }
};

std::optional<date> as_date(const std::u32string& text)
{
    const auto digits = [&](std::size_t at, std::size_t count) -> int {
        int value = 0;
        for (std::size_t i = at; i < at + count; ++i) {
            if (text[i] < U'0' || text[i] > U'9')
                return -1;
            value = value * 10 + static_cast<int>(text[i] - U'0');
        }
        return value;
    };
    if (text.size() != 10 || text[4] != U'-' || text[7] != U'-')
        return std::nullopt;
    const int year = digits(0, 4);
    const int month = digits(5, 2);
    const int day = digits(8, 2);
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    const std::map<int, int> days{
        {1, 31}, {2, leap ? 29 : 28}, {3, 31}, {4, 30}, {5, 31}, {6, 30}, {7, 31}, {8, 31}, {9, 30}, {10, 31}, {11, 30},
        {12, 31}};
    if (year < 1 || !days.contains(month) || day < 1 || day > days.at(month))
        return std::nullopt;
    return date(std::chrono::year(year), std::chrono::month(static_cast<unsigned>(month)),
                std::chrono::day(static_cast<unsigned>(day)));
}

std::string plain_json(const std::u32string& text)
{
    const std::map<char32_t, std::string> escapes{{U'"', "\\\""}, {U'\\', "\\\\"}, {U'\b', "\\b"}, {U'\f', "\\f"},
                                                  {U'\n', "\\n"}, {U'\r', "\\r"},  {U'\t', "\\t"}};
    std::string json = "\"";
    for (const char32_t c : text) {
        if (const auto escape = escapes.find(c); escape != escapes.end())
            json += escape->second;
        else
            json += c < 0x20 ? fmt::format("\\u{:04x}", static_cast<unsigned>(c)) : to_utf8({&c, 1});
    }
    return json + '"';
}

verdict judge(const json_value& body)
{
    const auto last = [&](std::u32string_view name) -> const json_value* {
        const auto found = std::ranges::find_if(body.members.rbegin(), body.members.rend(),
                                                [&](const auto& member) { return member.name == name; });
        return found == body.members.rend() ? nullptr : &found->value;
    };
    const auto* apelido = last(U"apelido");
    const auto* nome = last(U"nome");
    const auto* nascimento = last(U"nascimento");
    const auto* stack = last(U"stack");

    verdict said;
    said.text(apelido, 32, errc::apelido_missing, errc::apelido_not_string, errc::apelido_empty, errc::apelido_too_long,
              errc::apelido_has_nul);
    said.text(nome, 100, errc::nome_missing, errc::nome_not_string, errc::nome_empty, errc::nome_too_long,
              errc::nome_has_nul);
    if (nascimento == nullptr || nascimento->what == kind::null)
        said.faults.push_back(errc::nascimento_missing);
    else if (nascimento->what != kind::string)
        said.faults.push_back(errc::nascimento_not_string);
    else if (!as_date(nascimento->text))
        said.faults.push_back(errc::nascimento_not_a_date);
    if (stack != nullptr && stack->what == kind::array) {
        for (const auto& item : stack->items)
            said.text(&item, 32, errc::stack_item_not_string, errc::stack_item_not_string, errc::stack_item_empty,
                      errc::stack_item_too_long, errc::stack_item_has_nul);
    } else if (stack != nullptr && stack->what != kind::null) {
        said.faults.push_back(errc::stack_not_array);
    }
    if (!said.faults.empty())
        return said;

    said.value = {to_utf8(apelido->text), to_utf8(nome->text), *as_date(nascimento->text), "null"};
    if (stack != nullptr && stack->what == kind::array) {
        said.value.stack = "[";
        for (const auto& item : stack->items)
            said.value.stack += (said.value.stack.size() > 1 ? "," : "") + plain_json(item.text);
        said.value.stack += "]";
    }
    return said;
}

errc fault_to_answer_with(const std::vector<errc>& faults)
{
    const auto malformed =
        std::ranges::find_if(faults, [](errc fault) { return make_error_code(fault) == failure::malformed; });
    return malformed != faults.end() ? *malformed : faults.front();
}

TEST(ParseDraftProperty, RandomBodiesAreJudgedAsByTheModel)
{
    std::size_t accepted = 0;
    std::map<errc, std::size_t> refused;
    for (unsigned seed = 0; seed < 10'000; ++seed) {
        random_json random(seed);
        const auto body = some_body(random);
        const auto text = random.write(body);
        const auto expected = judge(body);
        const auto draft = parse_draft(text);

        ASSERT_EQ(draft.has_value(), expected.faults.empty()) << "seed " << seed << ": " << text;
        if (draft) {
            ASSERT_EQ(draft->apelido, expected.value.apelido) << "seed " << seed << ": " << text;
            ASSERT_EQ(draft->nome, expected.value.nome) << "seed " << seed << ": " << text;
            ASSERT_EQ(draft->nascimento, expected.value.nascimento) << "seed " << seed << ": " << text;
            ASSERT_EQ(draft->stack, expected.value.stack) << "seed " << seed << ": " << text;
            ++accepted;
        } else {
            const auto fault = fault_to_answer_with(expected.faults);
            ASSERT_EQ(draft.error(), fault) << "seed " << seed << ": " << text;
            ++refused[fault];
        }
    }
    EXPECT_GT(accepted, 1'000U);
    EXPECT_EQ(refused.size(), 18U) << "each fault of a field but a taken apelido should come up";
}

} // namespace
} // namespace rinha::pessoas
