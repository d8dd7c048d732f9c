#include "rinha/pessoas/error.hpp"

#include "rinha/core/error_category.hpp"

#include <string>

namespace rinha::pessoas {
namespace {

class pessoas_category final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.pessoas"; }

    std::string message(int value) const override
    {
        switch (static_cast<errc>(value)) {
        case errc::body_not_json:
            return "the body must be one JSON text in UTF-8, its numbers in range, nested at most 1024 deep";
        case errc::body_not_object:
            return "the body must be a JSON object";
        case errc::apelido_not_string:
            return "apelido must be a string";
        case errc::nome_not_string:
            return "nome must be a string";
        case errc::nascimento_not_string:
            return "nascimento must be a string";
        case errc::nascimento_not_a_date:
            return "nascimento must be a date of the form AAAA-MM-DD, from 0001-01-01 to 9999-12-31";
        case errc::stack_not_array:
            return "stack must be null or an array of strings";
        case errc::stack_item_not_string:
            return "every item of stack must be a string";
        case errc::term_missing:
            return "the query parameter t is required and must not be empty";
        case errc::term_malformed:
            return "the query parameter t must be percent-encoded UTF-8 without U+0000";
        case errc::apelido_missing:
            return "apelido is required";
        case errc::apelido_empty:
            return "apelido must not be empty";
        case errc::apelido_too_long:
            return "apelido must have at most 32 characters";
        case errc::apelido_has_nul:
            return "apelido must not hold U+0000";
        case errc::apelido_taken:
            return "apelido is taken by another person";
        case errc::nome_missing:
            return "nome is required";
        case errc::nome_empty:
            return "nome must not be empty";
        case errc::nome_too_long:
            return "nome must have at most 100 characters";
        case errc::nome_has_nul:
            return "nome must not hold U+0000";
        case errc::nascimento_missing:
            return "nascimento is required";
        case errc::stack_item_empty:
            return "no item of stack may be empty";
        case errc::stack_item_too_long:
            return "every item of stack must have at most 32 characters";
        case errc::stack_item_has_nul:
            return "no item of stack may hold U+0000";
        case errc::not_found:
            return "there is no such person";
        }
        return "unknown error";
    }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        switch (static_cast<errc>(value)) {
        case errc::body_not_json:
        case errc::body_not_object:
        case errc::apelido_not_string:
        case errc::nome_not_string:
        case errc::nascimento_not_string:
        case errc::nascimento_not_a_date:
        case errc::stack_not_array:
        case errc::stack_item_not_string:
        case errc::term_missing:
        case errc::term_malformed:
            return failure::malformed;
        case errc::apelido_missing:
        case errc::apelido_empty:
        case errc::apelido_too_long:
        case errc::apelido_has_nul:
        case errc::apelido_taken:
        case errc::nome_missing:
        case errc::nome_empty:
        case errc::nome_too_long:
        case errc::nome_has_nul:
        case errc::nascimento_missing:
        case errc::stack_item_empty:
        case errc::stack_item_too_long:
        case errc::stack_item_has_nul:
            return failure::unprocessable;
        case errc::not_found:
            return failure::missing;
        }
        return failure::broken;
    }
};

} // namespace

const boost::system::error_category& category() noexcept
{
    static const pessoas_category instance;
    return instance;
}

error_code make_error_code(errc value) noexcept { return {static_cast<int>(value), category()}; }

} // namespace rinha::pessoas
