// Queries of GET /pessoas: what is accepted is a term, and means the same in any other encoding and company.

#include "check.hpp"
#include "rinha/core/error.hpp"
#include "rinha/core/text.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/parse.hpp"
#include "rinha/pessoas/search_text.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace {

using namespace rinha;
using fuzz::check;

std::string percent_encode(std::string_view text)
{
    std::string encoded;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        encoded += '%';
        encoded += "0123456789ABCDEF"[byte >> 4U];
        encoded += "0123456789abcdef"[byte & 0xFU];
    }
    return encoded;
}

void check_accepted(const std::string& term)
{
    check(!term.empty() && is_valid_utf8(term) && term.find('\0') == std::string::npos, "a term is text without NUL");
    check(*pessoas::parse_term("t=" + percent_encode(term)) == term, "its encoding means the same");

    const auto searched = pessoas::search_term(term);
    check(is_valid_utf8(searched), "what is searched is UTF-8");
    check(searched.find('\x03') == std::string::npos, "what is searched holds no separator");
    check(searched == pessoas::search_term(fold_case(term)), "case does not matter");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string query(reinterpret_cast<const char*>(data), size);
    const auto term = pessoas::parse_term(std::string_view(reinterpret_cast<const char*>(data), size));
    if (term)
        check_accepted(*term);
    else
        check(term.error() == failure::malformed, "a refusal is 400");

    check(pessoas::parse_term("x=%zz&" + query) == term, "a parameter before it does not matter");
    if (term != pessoas::errc::term_missing)
        check(pessoas::parse_term(query + "&t=%zz") == term, "only the first t counts");
    return 0;
}
