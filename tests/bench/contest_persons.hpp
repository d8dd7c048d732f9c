#pragma once

#include "rinha/pessoas/model.hpp"

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <utility>

namespace rinha::bench {

inline constexpr std::array syllables{"ma",  "ri",  "a",   "jo",  "sé",  "pe", "dro", "lu",   "cas", "sil", "va", "san",
                                      "tos", "ção", "fer", "nan", "des", "go", "mes", "gues", "vi",  "ní",  "he", "xe"};
inline constexpr std::array skills{"C#",     "Node", "Oracle", "Postgres", "Java",  "Python", "Go",   "Rust",
                                   "Ruby",   "PHP",  "Elixir", "Erlang",   "Scala", "Perl",   "Lua",  "MongoDB",
                                   "SQLite", "C++",  "Kafka",  "Docker",   "React", "Kotlin", "Dart", "Haskell"};

// Persons like the contest's: 50 bytes of search text. All different.
class contest_persons
{
public:
    pessoas::draft next()
    {
        std::string apelido = std::to_string(++made_);
        for (int i = 0; i < 10; ++i)
            apelido += static_cast<char>('a' + random_() % 26);
        std::string stack = "[";
        for (auto size = random_() % 7; size > 0; --size)
            stack += (stack.size() > 1 ? ",\"" : "\"") + std::string(skills[random_() % skills.size()]) + '"';
        using namespace std::chrono_literals;
        return {std::move(apelido), name() + ' ' + name(), 1985y / 9 / 23, stack + ']'};
    }

private:
    std::string name()
    {
        std::string made;
        for (int i = 0; i < 3; ++i)
            made += syllables[random_() % syllables.size()];
        return made;
    }

    std::mt19937 random_{20230801}; // the same persons in each run
    std::uint64_t made_ = 0;
};

} // namespace rinha::bench
