#pragma once

#include "rinha/core/result.hpp"

namespace rinha::pessoas {

// Why a request on persons is refused. The message names the field and the rule, and is fit for the client.
enum class errc
{
    // malformed: 400
    body_not_json = 1,
    body_not_object,
    apelido_not_string,
    nome_not_string,
    nascimento_not_string,
    nascimento_not_a_date,
    stack_not_array,
    stack_item_not_string,
    term_missing,
    term_malformed,
    // unprocessable: 422
    apelido_missing,
    apelido_empty,
    apelido_too_long,
    apelido_has_nul,
    apelido_taken,
    nome_missing,
    nome_empty,
    nome_too_long,
    nome_has_nul,
    nascimento_missing,
    stack_item_empty,
    stack_item_too_long,
    stack_item_has_nul,
    // missing: 404
    not_found,
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

} // namespace rinha::pessoas

template <>
struct boost::system::is_error_code_enum<rinha::pessoas::errc> : std::true_type
{
};
