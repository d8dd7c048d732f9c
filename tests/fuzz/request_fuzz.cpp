// Streams of requests: how the bytes are split changes nothing, and what is accepted is what Beast reads in one piece.

#include "check.hpp"
#include "http/fields.hpp"
#include "http/request_reader.hpp"
#include "unit/http/reading.hpp"

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace {

using namespace rinha::http;
using rinha::fuzz::check;
using state = request_reader::state;

// All requests of the stream, up to the first that is refused or not whole.
std::vector<reading> read_all(const std::vector<std::string_view>& pieces)
{
    std::vector<reading> all;
    request_reader reader(small_limits);
    std::size_t used = 0;
    do {
        std::vector<std::string_view> rest;
        std::size_t skip = used;
        for (std::string_view piece : pieces) {
            const std::size_t skipped = std::min(skip, piece.size());
            skip -= skipped;
            rest.push_back(piece.substr(skipped));
        }
        reader.next();
        all.push_back(read(reader, rest));
        used += all.back().used;
    } while (all.back().state == state::complete);
    return all;
}

std::vector<std::string_view> split(std::string_view bytes, std::size_t step)
{
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < bytes.size(); at += step)
        pieces.push_back(bytes.substr(at, step));
    return pieces;
}

void check_accepted(const reading& seen, std::string_view bytes)
{
    check(seen.path.starts_with('/') || (seen.path == "*" && seen.verb == method::options), "the path is one");
    check(seen.path.size() + seen.query.size() <= small_limits.target, "the target has a limit");
    check(seen.body.size() <= small_body, "the body has a limit");
    const bool has_host =
        std::ranges::any_of(seen.headers, [](const auto& field) { return equals_ignoring_case(field.first, "Host"); });
    check(has_host || !seen.http_1_1, "HTTP/1.1 has a Host");
    for (const auto& [name, value] : seen.headers) {
        check(is_token(name), "the name of a field is a token");
        check(value.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos, "a value is one line");
    }

    namespace beast = boost::beast::http;
    const std::string_view message = bytes.substr(bytes.starts_with("\r\n") ? 2 : 0, seen.used);
    beast::request_parser<beast::string_body> other;
    other.eager(true);
    boost::system::error_code ec;
    const std::size_t used = other.put(boost::asio::const_buffer(message.data(), message.size()), ec);
    if (ec == beast::error::bad_value)
        return; // it looks at what Connection says in a trailer, too
    if (ec == beast::error::bad_version)
        return; // it knows no minor version after 1.1
    check(!ec && other.is_done(), "Beast accepts it too");
    check(used + (bytes.starts_with("\r\n") ? 2 : 0) == seen.used, "Beast sees its end at the same byte");
    check(other.get().body() == seen.body, "Beast reads the same body");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::size_t step = 1 + data[0];
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);

    const auto whole = read_all({bytes});
    check(read_all(split(bytes, step)) == whole, "a split changes nothing");
    check(read_all(split(bytes, 1)) == whole, "nor does one at each byte");

    std::size_t at = 0;
    for (const reading& each : whole) {
        if (each.state == state::complete)
            check_accepted(each, bytes.substr(at));
        at += each.used;
    }
    return 0;
}
