#include "http/head_parser.hpp"

#include "http/fields.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <limits>
#include <optional>
#include <string>

namespace rinha::http {
namespace {

namespace beast = boost::beast::http;

using text = boost::beast::string_view;

std::string_view view(text t) noexcept { return {t.data(), t.size()}; }

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

// Of a head that asks_for_other_version(): whether that is a minor version of HTTP/1 after 1.1.
bool is_later_minor(std::string_view head) noexcept
{
    const std::string_view line = head.substr(0, head.find('\r'));
    return line.substr(line.size() - 3).starts_with("1.");
}

// The transfer codings of one message, field by field. Chunked twice, or before another, is worse than a coding that we
// do not have.
class codings
{
public:
    void add(std::string_view value)
    {
        bool any = false;
        while (const auto element = next_element(value)) {
            any = true;
            const std::string_view name = element->substr(0, element->find_first_of(" \t;"));
            if (chunked_ || !is_token(name) || (equals_ignoring_case(name, "chunked") && name != *element))
                fault_ = errc::bad_coding;
            else if (equals_ignoring_case(name, "chunked"))
                chunked_ = true;
            else if (!fault_)
                fault_ = errc::unknown_coding;
        }
        if (!any)
            fault_ = errc::bad_coding;
        given_ = true;
    }

    bool given() const noexcept { return given_; }

    bool chunked() const noexcept { return chunked_; }

    std::optional<errc> fault() const noexcept { return fault_; }

private:
    std::optional<errc> fault_;
    bool given_ = false;
    bool chunked_ = false;
};

class parser final : public beast::basic_parser<true>
{
public:
    explicit parser(request& into)
        : request_(into)
    {
        header_limit(std::numeric_limits<std::uint32_t>::max()); // the reader has bounded the head
        body_limit(boost::none);
    }

    result<framing> parse(std::string_view head)
    {
        error_code ec;
        put(boost::asio::const_buffer(head.data(), head.size()), ec);
        if (ec)
            return fault_of(ec, head);
        return framing_;
    }

private:
    errc fault_of(const error_code& ec, std::string_view head) const
    {
        using fault = beast::error;

        if (ec.category() == category())
            return static_cast<errc>(ec.value());
        if (ec == fault::bad_version)
            return asks_for_other_version(head) ? errc::unsupported_version : errc::bad_request_line;
        if (ec == fault::bad_method ||
            ec == fault::need_more) // the head is whole: only its first line can be too short
            return errc::bad_request_line;
        if (ec == fault::bad_target)
            return errc::bad_target;
        if (ec == fault::bad_line_ending)
            return errc::bad_line_ending;
        if (ec == fault::bad_content_length)
            return codings_.chunked() ? errc::length_with_coding : errc::bad_length;
        if (ec == fault::multiple_content_length)
            return errc::length_repeated;
        if (ec == fault::bad_transfer_encoding)
            return lengths_ != 0 ? errc::length_with_coding : errc::bad_coding;
        return errc::bad_field;
    }

    void on_request_impl(beast::verb, text method, text target, int version, error_code& ec) override
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

    void on_field_impl(beast::field name, text name_text, text value, error_code& ec) override
    {
        switch (name) {
        case beast::field::host:
            ++hosts_;
            if (!is_plausible_host(view(value)))
                ec = errc::bad_host;
            break;
        case beast::field::content_length:
            on_length(view(value), ec);
            break;
        case beast::field::transfer_encoding:
            codings_.add(view(value));
            break;
        case beast::field::connection:
            on_connection(view(value));
            break;
        case beast::field::expect:
            if (equals_ignoring_case(view(value), "100-continue"))
                framing_.expects_continue = true;
            else
                unknown_expectation_ = true;
            break;
        default:
            break;
        }
        request_.headers.add(view(name_text), view(value));
    }

    void on_length(std::string_view value, error_code& ec)
    {
        ++lengths_;
        if (const auto length = parse_length(value))
            framing_.length = *length;
        else
            ec = errc::bad_length;
    }

    void on_connection(std::string_view options)
    {
        while (const auto option = next_element(options)) {
            framing_.close |= equals_ignoring_case(*option, "close");
            framing_.keep_alive |= equals_ignoring_case(*option, "keep-alive");
        }
    }

    void on_header_impl(error_code& ec) override
    {
        framing_.chunked = codings_.chunked();
        if (hosts_ > 1)
            ec = errc::host_repeated;
        else if (hosts_ == 0 && framing_.http_1_1)
            ec = errc::host_missing;
        else if (lengths_ > 1)
            ec = errc::length_repeated;
        else if (lengths_ != 0 && codings_.given())
            ec = errc::length_with_coding;
        else if (codings_.given() && !framing_.http_1_1)
            ec = errc::coding_in_http_1_0;
        else if (codings_.fault())
            ec = *codings_.fault();
        else if (unknown_expectation_ && framing_.http_1_1)
            ec = errc::unknown_expectation;
    }

    // Bodies are read elsewhere, responses never.
    void on_response_impl(int, text, int, error_code&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
    std::size_t on_body_impl(text, error_code&) override { return 0; }
    void on_chunk_header_impl(std::uint64_t, text, error_code&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, text, error_code&) override { return 0; }
    void on_finish_impl(error_code&) override {}

    request& request_;
    framing framing_;
    codings codings_;
    unsigned hosts_ = 0;
    unsigned lengths_ = 0;
    bool unknown_expectation_ = false;
};

} // namespace

result<framing> parse_head(std::string_view head, request& into)
{
    auto read = parser(into).parse(head);
    if (read || read.error() != errc::unsupported_version || !is_later_minor(head))
        return read;

    // RFC 9110 section 2.5: read as the highest minor version that we know. Beast knows no later one.
    std::string as_1_1(head);
    as_1_1[as_1_1.find('\r') - 1] = '1';
    return parser(into).parse(as_1_1);
}

} // namespace rinha::http
