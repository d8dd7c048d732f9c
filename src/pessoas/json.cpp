#include "rinha/pessoas/json.hpp"

#include "rinha/core/json.hpp"

#include <array>

namespace rinha::pessoas {
namespace {

// Enough for a person but for the escaping of its text, which is rare.
std::size_t usual_size(const person& value) noexcept
{
    constexpr std::string_view fixed =
        R"({"id":"00000000-0000-0000-0000-000000000000","apelido":"","nome":"","nascimento":"0000-00-00","stack":},)";
    return fixed.size() + value.apelido.size() + value.nome.size() + value.stack.size();
}

void append(std::string& out, const person& value)
{
    std::array<char, 36> id;
    std::array<char, 10> nascimento;
    write(value.id, id.data());
    write(value.nascimento, nascimento.data());

    out += R"({"id":")";
    out.append(id.data(), id.size());
    out += R"(","apelido":)";
    append_json_string(out, value.apelido);
    out += R"(,"nome":)";
    append_json_string(out, value.nome);
    out += R"(,"nascimento":")";
    out.append(nascimento.data(), nascimento.size());
    out += R"(","stack":)";
    out += value.stack;
    out += '}';
}

} // namespace

std::string to_json(const person& value)
{
    std::string out;
    out.reserve(usual_size(value));
    append(out, value);
    return out;
}

std::string to_json(const std::vector<person>& values)
{
    std::size_t size = 2;
    for (const person& value : values)
        size += usual_size(value);

    std::string out;
    out.reserve(size);
    out += '[';
    for (const person& value : values) {
        if (out.size() > 1)
            out += ',';
        append(out, value);
    }
    out += ']';
    return out;
}

} // namespace rinha::pessoas
