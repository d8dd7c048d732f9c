#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace rinha::support {

struct json_member;

// A JSON value as it is meant, however it comes to be written. Strings are code points.
struct json_value
{
    enum class kind
    {
        null,
        boolean,
        number,
        string,
        array,
        object,
    };

    kind what = kind::null;
    std::string literal;              // of a boolean or number, as written
    std::u32string text;              // of a string
    std::vector<json_value> items;    // of an array
    std::vector<json_member> members; // of an object, in order, names repeated or not
};

struct json_member
{
    std::u32string name;
    json_value value;
};

json_value json_string(std::u32string text);

std::string to_utf8(std::u32string_view text);

// Makes up values, and ways to write them. The same seed gives the same.
class random_json
{
public:
    explicit random_json(unsigned seed)
        : engine_(seed)
    {
    }

    std::size_t number(std::size_t least, std::size_t most);

    bool one_in(std::size_t times) { return number(1, times) == 1; }

    // Characters of all lengths in UTF-8 and of all needs for escaping; U+0000 seldom.
    std::u32string text(std::size_t shortest, std::size_t longest);

    json_value any(int depth = 3);

    json_value any_but(json_value::kind what);

    // Any of the texts that mean this value: other escapes, other blanks.
    std::string write(const json_value& value);

private:
    char32_t character();
    std::string blanks();
    std::string write(std::u32string_view text);

    std::mt19937 engine_;
};

} // namespace rinha::support
