#pragma once

#include "rinha/http/error.hpp"
#include "rinha/http/message.hpp"

#include <boost/beast/http/basic_parser.hpp>

#include <cstdint>
#include <optional>
#include <string_view>

namespace rinha::http {

// What the head of a request says of its connection and of the body that follows.
struct framing
{
    bool http_1_1 = false;
    bool close = false;      // Connection: close
    bool keep_alive = false; // Connection: keep-alive
    bool chunked = false;
    std::uint64_t length = 0; // Content-Length
    bool expects_continue = false;

    bool has_body() const noexcept { return chunked || length > 0; }
};

// Beast reads the grammar and calls back; this writes the parts into a request, and checks what Beast 1.81 does not
// (RFC 9112 sections 3.2, 6.1, 6.3). One object reads one message.
class wire_parser final : public boost::beast::http::basic_parser<true>
{
public:
    explicit wire_parser(request& into);

    // The head as a whole, empty line included. Folded lines must have been refused before.
    std::optional<errc> parse_head(std::string_view head);

    // Bytes of the body, up to its end; `used` counts them. Bytes left over must be given again, with more behind them.
    std::optional<errc> parse_body(std::string_view bytes, std::size_t& used);

    const http::framing& framing() const noexcept { return framing_; }

private:
    using error = boost::system::error_code;
    using text = boost::beast::string_view;

    errc fault_of_head(const error& ec, std::string_view head) const;

    void on_request_impl(boost::beast::http::verb, text method, text target, int version, error& ec) override;
    void on_response_impl(int, text, int, error&) override {}
    void on_field_impl(boost::beast::http::field name, text name_text, text value, error& ec) override;
    void on_header_impl(error& ec) override;
    void on_body_init_impl(const boost::optional<std::uint64_t>&, error&) override {}
    std::size_t on_body_impl(text body, error& ec) override;
    void on_chunk_header_impl(std::uint64_t, text, error&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, text body, error& ec) override;
    void on_finish_impl(error&) override {}

    request& request_;
    http::framing framing_;
    unsigned hosts_ = 0;
    unsigned lengths_ = 0;
    std::optional<errc> coding_fault_; // of the Transfer-Encoding so far
    bool has_coding_ = false;
    bool unknown_expectation_ = false;
};

} // namespace rinha::http
