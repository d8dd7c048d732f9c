#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rinha::http {

enum class method : std::uint8_t
{
    get,
    head,
    post,
    put,
    patch,
    delete_,
    options,
    other, // any other token
};

// The token of RFC 9110 section 9.1; empty for `other`.
std::string_view to_string(method value) noexcept;

// Methods are told apart by case.
method to_method(std::string_view token) noexcept;

// Without regard to the case of ASCII letters: field names, and tokens in their values.
bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept;

struct header
{
    std::string name;
    std::string value;
};

// In the order in which they came. Names are compared without regard to case (RFC 9110 section 5.1).
class headers
{
public:
    using value_type = header;
    using const_iterator = std::vector<header>::const_iterator;

    void add(std::string_view name, std::string_view value);

    // The first of that name, or nullptr.
    const std::string* find(std::string_view name) const noexcept;

    void clear() noexcept;

    const_iterator begin() const noexcept { return fields_.begin(); }
    const_iterator end() const noexcept { return fields_.begin() + static_cast<std::ptrdiff_t>(size_); }
    std::size_t size() const noexcept { return size_; }
    bool empty() const noexcept { return size_ == 0; }

private:
    std::vector<header> fields_; // those beyond size_ keep their memory for the next request
    std::size_t size_ = 0;
};

// A request as an application sees it, from a connection or from within the program: nothing in it refers to the wire.
struct request
{
    http::method method = method::get;
    std::string path;  // as sent, percent encoding and all, without the query
    std::string query; // as sent, without the `?`; has_query tells `/x?` from `/x`
    bool has_query = false;
    http::headers headers;
    std::string body;
    std::vector<std::string> params; // what the `{name}`s of the route matched, percent decoded; filled by the router

    // Ready for another request; keeps its memory.
    void clear() noexcept;
};

struct response
{
    unsigned status = 200;
    std::string_view content_type; // a literal; empty where there is no body
    http::headers headers; // besides Content-Type, Content-Length, Date and Connection, which the session writes
    std::string body;
};

} // namespace rinha::http
