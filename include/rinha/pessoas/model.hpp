#pragma once

#include "rinha/core/date.hpp"
#include "rinha/core/uuid.hpp"

#include <string>

namespace rinha::pessoas {

// What a valid POST /pessoas asks for. All text is valid UTF-8 without U+0000.
struct draft
{
    std::string apelido; // 1 to 32 code points, unique
    std::string nome;    // 1 to 100 code points
    date nascimento;
    std::string stack; // JSON without blanks: `null` or an array of strings; only search_text looks inside again
};

// One that is kept. The texts are as they were sent.
struct person
{
    uuid id;
    std::string apelido;
    std::string nome;
    date nascimento;
    std::string stack; // as in draft
};

} // namespace rinha::pessoas
