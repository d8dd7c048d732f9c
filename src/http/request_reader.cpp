#include "http/request_reader.hpp"

#include "http/budget.hpp"

#include <algorithm>
#include <cassert>

namespace rinha::http {
namespace {

constexpr std::size_t max_reserved = 64 * 1024;

} // namespace

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
        fail(length.error());
        return bytes.size();
    }
    if (*length == 0) {
        if (before == 0)
            pending_.assign(bytes);
        return bytes.size();
    }

    if (const auto framing = parse_head(all.substr(0, *length), request_)) {
        framing_ = *framing;
        state_ = state::admission;
    } else {
        fail(framing.error());
    }
    pending_.clear();
    head_ = *length;
    return *length - before;
}

void request_reader::admit(std::size_t body_limit)
{
    assert(state_ == state::admission);
    if (framing_.length > body_limit)
        return fail(errc::body_too_large);
    if (framing_.chunked)
        chunks_ = chunk_reader(body_limit, limits_.head);
    state_ = framing_.has_body() ? state::body : state::complete;
}

std::size_t request_reader::held() const noexcept
{
    return state_ == state::empty || state_ == state::head ? allocated_by(pending_)
                                                           : head_ + allocated_by(request_.body) + chunks_.held();
}

std::size_t request_reader::put_body(std::string_view bytes)
{
    if (framing_.chunked) {
        const auto used = chunks_.put(bytes, request_.body);
        if (!used)
            fail(used.error());
        else if (chunks_.is_done())
            state_ = state::complete;
        return used ? *used : bytes.size();
    }
    if (request_.body.empty())
        request_.body.reserve(std::min<std::size_t>(framing_.length, max_reserved));
    bytes = bytes.substr(0, framing_.length - request_.body.size());
    request_.body.append(bytes);
    if (request_.body.size() == framing_.length)
        state_ = state::complete;
    return bytes.size();
}

void request_reader::next() noexcept
{
    state_ = state::empty;
    request_.clear();
    scan_ = head_scan(limits_);
    skipped_line_ = false;
    pending_.clear();
    head_ = 0;
}

bool request_reader::wants_keep_alive() const noexcept
{
    return !framing_.close && (framing_.http_1_1 || framing_.keep_alive);
}

bool request_reader::wants_continue() const noexcept
{
    return framing_.expects_continue && framing_.http_1_1 && framing_.has_body();
}

void request_reader::fail(const error_code& fault) noexcept
{
    state_ = state::failed;
    fault_ = static_cast<errc>(fault.value());
}

} // namespace rinha::http
