#include "http/request_reader.hpp"

#include <algorithm>
#include <cassert>

namespace rinha::http {

request_reader::request_reader(head_limits limits)
    : limits_(limits)
    , scan_(limits)
{
}

std::size_t request_reader::put(std::string_view bytes)
{
    assert(state_ == state::empty || state_ == state::head || state_ == state::body);
    if (state_ == state::body)
        return put_body(bytes);

    const std::size_t skipped = state_ == state::empty ? skip_empty_line(bytes) : 0;
    if (skipped == bytes.size() || state_ == state::failed)
        return skipped;
    return skipped + put_head(bytes.substr(skipped));
}

// RFC 9112 section 2.2. `\r` alone waits in `pending_` for its `\n`.
std::size_t request_reader::skip_empty_line(std::string_view bytes)
{
    std::size_t used = 0;
    if (pending_.empty() && !skipped_line_ && !bytes.empty() && bytes[0] == '\r') {
        pending_ = '\r';
        used = 1;
    }
    if (!pending_.empty() && used < bytes.size()) {
        pending_.clear();
        skipped_line_ = true;
        if (bytes[used] != '\n')
            fail(errc::bad_request_line);
        ++used;
    }
    return used;
}

std::size_t request_reader::put_head(std::string_view bytes)
{
    state_ = state::head;
    const std::size_t before = pending_.size();
    if (before != 0) {
        bytes = bytes.substr(0, limits_.head - before);
        pending_.append(bytes);
    }
    const std::string_view all = before != 0 ? std::string_view(pending_) : bytes;

    const auto length = scan_.look(all);
    if (!length) {
        fail(static_cast<errc>(length.error().value()));
        return bytes.size();
    }
    if (*length == 0) {
        if (before == 0)
            pending_.assign(bytes);
        return bytes.size();
    }
    parse_head(all.substr(0, *length));
    pending_.clear();
    return *length - before;
}

void request_reader::parse_head(std::string_view head)
{
    parser_.emplace(request_);
    if (const auto fault = parser_->parse_head(head))
        fail(*fault);
    else
        state_ = state::admission;
}

void request_reader::admit(std::size_t body_limit)
{
    assert(state_ == state::admission);
    if (parser_->framing().length > body_limit)
        return fail(errc::body_too_large);
    parser_->body_limit(body_limit);
    state_ = parser_->is_done() ? state::complete : state::body;
}

// Beast wants a chunk's line, and the trailers, in one piece: what is left of one is kept and given again with more
// behind it. Such pieces have the limit of a head.
std::size_t request_reader::put_body(std::string_view bytes)
{
    std::size_t taken = 0;
    while (taken < bytes.size()) {
        const std::size_t before = pending_.size();
        std::string_view piece = bytes.substr(taken, limits_.head - before);
        taken += piece.size();
        if (before != 0) {
            pending_.append(piece);
            piece = pending_;
        }

        std::size_t used = 0;
        if (piece.size() >= shortest_rest()) {
            if (const auto fault = parser_->parse_body(piece, used)) {
                fail(*fault);
                break;
            }
        }
        const std::size_t rest = piece.size() - used;
        if (parser_->is_done()) {
            state_ = state::complete;
            pending_.clear();
            return taken - rest;
        }
        if (rest == limits_.head) {
            fail(errc::bad_chunk);
            break;
        }
        if (before != 0)
            pending_.erase(0, used);
        else
            pending_.assign(piece.substr(used));
    }
    return taken;
}

// A chunked body that is not over has 5 bytes to come at least, `0\r\n\r\n`; Beast asserts that it is given them
// together.
std::size_t request_reader::shortest_rest() const noexcept { return parser_->framing().chunked ? 5 : 1; }

void request_reader::next()
{
    state_ = state::empty;
    request_.clear();
    scan_ = head_scan(limits_);
    skipped_line_ = false;
    pending_.clear();
}

bool request_reader::wants_keep_alive() const noexcept
{
    const framing& f = parser_->framing();
    return !f.close && (f.http_1_1 || f.keep_alive);
}

bool request_reader::wants_continue() const noexcept
{
    const framing& f = parser_->framing();
    return f.expects_continue && f.http_1_1 && f.has_body();
}

void request_reader::fail(errc fault) noexcept
{
    state_ = state::failed;
    fault_ = fault;
}

} // namespace rinha::http
