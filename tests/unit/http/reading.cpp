#include "unit/http/reading.hpp"

namespace rinha::http {
namespace {

using state = request_reader::state;

bool wants_bytes(const request_reader& reader)
{
    return reader.at() != state::complete && reader.at() != state::failed;
}

} // namespace

reading read(request_reader& reader, std::span<const std::string_view> pieces, std::size_t body_limit)
{
    reading seen;
    for (std::string_view piece : pieces) {
        while (!piece.empty() && wants_bytes(reader)) {
            const std::size_t used = reader.put(piece);
            piece.remove_prefix(used);
            seen.used += used;
            if (reader.at() == state::admission) {
                seen.http_1_1 = reader.is_http_1_1();
                seen.keep_alive = reader.wants_keep_alive();
                seen.waits_for_100 = reader.wants_continue();
                reader.admit(body_limit);
            }
        }
    }
    seen.state = reader.at();
    if (seen.state == state::failed) {
        seen = reading();
        seen.state = state::failed;
        seen.fault = reader.fault();
    } else if (seen.state == state::complete) {
        const request& req = reader.request();
        seen.verb = req.method;
        seen.path = req.path;
        seen.query = req.query;
        seen.has_query = req.has_query;
        seen.body = req.body;
        for (const header& field : req.headers)
            seen.headers.emplace_back(field.name, field.value);
    }
    return seen;
}

reading read(std::string_view bytes)
{
    request_reader reader(small_limits);
    return read(reader, {&bytes, 1});
}

} // namespace rinha::http
