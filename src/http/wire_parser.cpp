#include "http/wire_parser.hpp"

#include "http/fields.hpp"

#include <limits>

namespace rinha::http {
namespace {

namespace beast_http = boost::beast::http;

std::string_view view(boost::beast::string_view text) noexcept { return {text.data(), text.size()}; }

// A request line that ends in HTTP/<digit>.<digit>, other than the two that Beast reads.
bool asks_for_other_version(std::string_view head) noexcept
{
    const std::string_view line = head.substr(0, head.find('\r'));
    const std::size_t blank = line.rfind(' ');
    if (blank == std::string_view::npos)
        return false;
    const std::string_view version = line.substr(blank + 1);
    if (version == "HTTP/1.1" || version == "HTTP/1.0")
        return false;
    const auto digit = [&](std::size_t at) { return version[at] >= '0' && version[at] <= '9'; };
    return version.size() == 8 && version.starts_with("HTTP/") && digit(5) && version[6] == '.' && digit(7);
}

// The fault of one Transfer-Encoding field, given that of those before it. Chunked twice, or before another coding, is
// worse than a coding that we do not have.
std::optional<errc> fault_of_coding(std::string_view value, bool& chunked)
{
    std::optional<errc> fault;
    bool any = false;
    while (const auto element = next_element(value)) {
        any = true;
        const std::string_view name = element->substr(0, element->find_first_of(" \t;"));
        if (chunked || !is_token(name))
            return errc::bad_coding;
        if (equals_ignoring_case(*element, "chunked"))
            chunked = true;
        else
            fault = equals_ignoring_case(name, "chunked") ? errc::bad_coding : errc::unknown_coding;
    }
    return any ? fault : errc::bad_coding;
}

} // namespace

wire_parser::wire_parser(request& into)
    : request_(into)
{
    // The reader has bounded the head; the body's limit is the route's, and not known yet.
    header_limit(std::numeric_limits<std::uint32_t>::max());
    body_limit(boost::none);
    eager(true);
}

std::optional<errc> wire_parser::parse_head(std::string_view head)
{
    error ec;
    put(boost::asio::const_buffer(head.data(), head.size()), ec);
    if (ec)
        return fault_of_head(ec, head);
    return std::nullopt;
}

errc wire_parser::fault_of_head(const error& ec, std::string_view head) const
{
    using fault = beast_http::error;

    if (ec.category() == category())
        return static_cast<errc>(ec.value());
    if (ec == fault::bad_version)
        return asks_for_other_version(head) ? errc::unsupported_version : errc::bad_request_line;
    if (ec == fault::bad_method || ec == fault::need_more) // the head is whole: only its first line can be too short
        return errc::bad_request_line;
    if (ec == fault::bad_target)
        return errc::bad_target;
    if (ec == fault::bad_line_ending)
        return errc::bad_line_ending;
    if (ec == fault::bad_content_length)
        return framing_.chunked ? errc::length_with_coding : errc::bad_length;
    if (ec == fault::multiple_content_length)
        return errc::length_repeated;
    if (ec == fault::bad_transfer_encoding)
        return lengths_ != 0 ? errc::length_with_coding : errc::bad_coding;
    return errc::bad_field;
}

std::optional<errc> wire_parser::parse_body(std::string_view bytes, std::size_t& used)
{
    error ec;
    used = put(boost::asio::const_buffer(bytes.data(), bytes.size()), ec);
    if (!ec || ec == beast_http::error::need_more)
        return std::nullopt;
    return ec == beast_http::error::body_limit ? errc::body_too_large : errc::bad_chunk;
}

void wire_parser::on_request_impl(beast_http::verb, text method, text target, int version, error& ec)
{
    const auto parts = split_target(view(target));
    if (!parts || (parts->path == "*" && view(method) != "OPTIONS")) {
        ec = errc::bad_target;
        return;
    }
    request_.method = to_method(view(method));
    request_.path.assign(parts->path);
    request_.query.assign(parts->query);
    request_.has_query = parts->has_query;
    framing_.http_1_1 = version == 11;
}

void wire_parser::on_field_impl(beast_http::field name, text name_text, text value_text, error& ec)
{
    if (is_header_done())
        return; // a trailer: nobody asked for it (RFC 9110 section 6.5.1)

    const std::string_view value = view(value_text);
    switch (name) {
    case beast_http::field::host:
        ++hosts_;
        if (!is_plausible_host(value))
            ec = errc::bad_host;
        break;
    case beast_http::field::content_length: {
        ++lengths_;
        const auto length = parse_length(value);
        if (!length)
            ec = errc::bad_length;
        framing_.length = length.value_or(0);
        break;
    }
    case beast_http::field::transfer_encoding: {
        has_coding_ = true;
        const auto fault = fault_of_coding(value, framing_.chunked);
        if (fault && coding_fault_ != errc::bad_coding)
            coding_fault_ = fault;
        break;
    }
    case beast_http::field::connection:
        for (std::string_view list = value; const auto option = next_element(list);) {
            framing_.close |= equals_ignoring_case(*option, "close");
            framing_.keep_alive |= equals_ignoring_case(*option, "keep-alive");
        }
        break;
    case beast_http::field::expect:
        if (equals_ignoring_case(value, "100-continue"))
            framing_.expects_continue = true;
        else
            unknown_expectation_ = true;
        break;
    default:
        break;
    }
    request_.headers.add(view(name_text), value);
}

void wire_parser::on_header_impl(error& ec)
{
    if (hosts_ > 1)
        ec = errc::host_repeated;
    else if (hosts_ == 0 && framing_.http_1_1)
        ec = errc::host_missing;
    else if (lengths_ > 1)
        ec = errc::length_repeated;
    else if (lengths_ != 0 && has_coding_)
        ec = errc::length_with_coding;
    else if (has_coding_ && !framing_.http_1_1)
        ec = errc::coding_in_http_1_0;
    else if (coding_fault_)
        ec = *coding_fault_;
    else if (has_coding_ && !chunked())
        ec = errc::bad_coding; // Beast, who will read the body, must see it as we do
    else if (unknown_expectation_ && framing_.http_1_1)
        ec = errc::unknown_expectation;
}

std::size_t wire_parser::on_body_impl(text body, error&)
{
    request_.body.append(body.data(), body.size());
    return body.size();
}

std::size_t wire_parser::on_chunk_body_impl(std::uint64_t, text body, error&)
{
    request_.body.append(body.data(), body.size());
    return body.size();
}

} // namespace rinha::http
