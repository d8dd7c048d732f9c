#include "rinha/pessoas/error.hpp"

#include "rinha/core/error.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace rinha::pessoas {
namespace {

constexpr int first = static_cast<int>(errc::body_not_json);
constexpr int last = static_cast<int>(errc::not_found);

error_code error(int value) { return make_error_code(static_cast<errc>(value)); }

TEST(PessoasError, EachHasAMessageOfItsOwn)
{
    std::set<std::string> messages;
    for (int value = first; value <= last; ++value)
        EXPECT_TRUE(messages.insert(error(value).message()).second) << error(value).message();
    EXPECT_EQ(messages.count("unknown error"), 0U);
}

TEST(PessoasError, EachMessageNamesItsField)
{
    const auto names = [](errc value, std::string_view field) {
        return make_error_code(value).message().find(field) != std::string::npos;
    };
    for (const errc value : {errc::apelido_not_string, errc::apelido_missing, errc::apelido_empty,
                             errc::apelido_too_long, errc::apelido_has_nul, errc::apelido_taken})
        EXPECT_TRUE(names(value, "apelido")) << make_error_code(value).message();
    for (const errc value :
         {errc::nome_not_string, errc::nome_missing, errc::nome_empty, errc::nome_too_long, errc::nome_has_nul})
        EXPECT_TRUE(names(value, "nome")) << make_error_code(value).message();
    for (const errc value : {errc::nascimento_not_string, errc::nascimento_not_a_date, errc::nascimento_missing})
        EXPECT_TRUE(names(value, "nascimento")) << make_error_code(value).message();
    for (const errc value : {errc::stack_not_array, errc::stack_item_not_string, errc::stack_item_empty,
                             errc::stack_item_too_long, errc::stack_item_has_nul})
        EXPECT_TRUE(names(value, "stack")) << make_error_code(value).message();
    for (const errc value : {errc::term_missing, errc::term_malformed})
        EXPECT_TRUE(names(value, "parameter t")) << make_error_code(value).message();
}

TEST(PessoasError, EachIsTheClientsFault)
{
    for (int value = first; value <= last; ++value) {
        const auto condition = error(value).default_error_condition();
        EXPECT_TRUE(condition == failure::malformed || condition == failure::unprocessable ||
                    condition == failure::missing)
            << error(value).message();
    }
}

TEST(PessoasError, OfAnUnknownValueIsBroken) { EXPECT_EQ(error(last + 1), make_error_condition(failure::broken)); }

} // namespace
} // namespace rinha::pessoas
