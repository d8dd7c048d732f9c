#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rinha::http {

// Takes the first element off a comma-separated list, without the blanks around it (RFC 9110 section 5.6.1). Empty
// elements are skipped; nullopt at the end of the list.
std::optional<std::string_view> next_element(std::string_view& list) noexcept;

// RFC 9110 section 5.6.2.
bool is_token(std::string_view text) noexcept;

// 1*DIGIT that fits.
std::optional<std::uint64_t> parse_length(std::string_view text) noexcept;

// Could be uri-host [":" port] (RFC 9110 section 7.2); empty is allowed.
bool is_plausible_host(std::string_view text) noexcept;

// token ":" OWS field-value OWS (RFC 9112 section 5), without its end.
bool is_field_line(std::string_view line) noexcept;

// A field line that would say where a body ends.
bool names_framing(std::string_view line) noexcept;

// *( BWS ";" BWS token [ BWS "=" BWS ( token / quoted-string ) ] ) (RFC 9112 section 7.1.1); empty is allowed.
bool are_chunk_extensions(std::string_view text) noexcept;

struct target_parts
{
    std::string_view path; // "/" where an absolute target has none; "*" as it is
    std::string_view query;
    bool has_query;
};

// Takes a request target of origin, absolute or asterisk form apart (RFC 9112 section 3.2). nullopt for another.
std::optional<target_parts> split_target(std::string_view target) noexcept;

} // namespace rinha::http
