#include "rinha/core/text.hpp"
#include "rinha/pessoas/parse.hpp"

#include <boost/url/pct_string_view.hpp>

#include <algorithm>
#include <optional>

namespace rinha::pessoas {
namespace {

// `t` has but one percent-encoded spelling.
bool is_t(std::string_view name) noexcept { return name == "t" || name == "%74"; }

// The value of the first parameter `t`, as sent.
std::optional<std::string_view> find_t(std::string_view query) noexcept
{
    while (!query.empty()) {
        const auto parameter = query.substr(0, query.find('&'));
        const auto name = parameter.substr(0, parameter.find('='));
        if (is_t(name))
            return parameter.substr(std::min(name.size() + 1, parameter.size()));
        query.remove_prefix(std::min(parameter.size() + 1, query.size()));
    }
    return std::nullopt;
}

} // namespace

result<std::string> parse_term(std::string_view query)
{
    const auto sent = find_t(query);
    if (!sent || sent->empty())
        return errc::term_missing;

    // Boost.URL's query parsers refuse raw UTF-8 and more that the contract takes (spec row 30); its decoder does not.
    const auto encoded = boost::urls::make_pct_string_view({sent->data(), sent->size()});
    if (!encoded)
        return errc::term_malformed;

    const boost::urls::encoding_opts form{/*space_as_plus*/ true};
    std::string term = encoded->decode(form);
    if (!is_valid_utf8(term) || term.find('\0') != std::string::npos)
        return errc::term_malformed;
    return term;
}

} // namespace rinha::pessoas
