#include "http/conversation.hpp"

#include "http/response_writer.hpp"
#include "rinha/http/problem.hpp"

#include <ctime>
#include <utility>

namespace rinha::http {
namespace {

constexpr std::string_view too_much_received = "too much is being received at a time";

// The edge of a plain handler: nothing that it throws ends more than its request.
reply run(const route& found, const request& req)
{
    try {
        return serve(found, req);
    } catch (...) {
        return problem(500, "the request could not be served");
    }
}

} // namespace

using reading = request_reader::state;

conversation::need conversation::advance(std::string_view& input, std::string& output)
{
    while (!closing_) {
        if (output.size() >= env_.settings.max_pipelined_output)
            return need::output;
        if (!exchange_) {
            if (input.empty())
                return need::input;
            exchange_ = env_.exchanges.take();
            since_ = env_.now;
        }

        request_reader& reader = exchange_->reader;
        switch (reader.at()) {
        case reading::empty:
        case reading::head:
        case reading::body:
            if (input.empty()) {
                if (reader.is_unused())
                    release();
                else if (!held_.try_hold(reader.held()))
                    give_up(503, too_much_received, output);
                return closing_ ? need::close : need::input;
            }
            input.remove_prefix(reader.put(input));
            break;
        case reading::admission:
            admit(!input.empty(), output);
            break;
        case reading::complete:
            dispatch(!input.empty(), output);
            break;
        case reading::failed:
            give_up(status_of(reader.fault()), make_error_code(reader.fault()).message(), output);
        }
        if (handling_)
            return need::handling;
    }
    return need::close;
}

// Between head and body. What is refused here is refused before the client has sent the body (spec rows 20, 40).
void conversation::admit(bool more, std::string& output)
{
    request_reader& reader = exchange_->reader;
    exchange_->target = env_.routes.find(reader.request());
    const auto* const found = std::get_if<const route*>(&exchange_->target);
    reader.admit(found != nullptr ? (*found)->limits.body : route_limits{}.body);
    since_ = env_.now;

    if (reader.at() != reading::body || !reader.wants_continue())
        return;
    if (found == nullptr) {
        client_may_be_sending_ = true;
        finish(std::get<response>(exchange_->target), false, output);
        release();
    } else if (!more) {
        if (held_.try_hold(reader.held()))
            output.append(continue_response);
        else
            give_up(503, too_much_received, output);
    }
}

// A request that is whole waits for no client any more: from now on max_in_flight bounds its memory.
void conversation::dispatch(bool more, std::string& output)
{
    held_.hold(0);
    since_ = env_.now;
    if (const auto* const refusal = std::get_if<response>(&exchange_->target))
        return answer(*refusal, more, output);
    const route& found = *std::get<const route*>(exchange_->target);
    if (has_async_handler(found) && env_.in_flight >= env_.settings.max_in_flight)
        return answer(problem(503, "too many requests are being served"), more, output);

    reply made = run(found, exchange_->reader.request());
    if (const auto* const ready = std::get_if<response>(&made))
        return answer(*ready, more, output);
    work_ = std::get<awaitable<response>>(std::move(made));
    handling_ = true;
    ++env_.in_flight;
    env_.metrics.in_flight.add(1);
}

awaitable<response> conversation::handle() { return std::move(work_); }

// When draining, the connection stays as long as there is more to answer of what was read.
void conversation::answer(const response& answer, bool more, std::string& output)
{
    abandon();
    const bool stays = !is_last_ && exchange_->reader.wants_keep_alive() && (more || !env_.drain_began);
    client_may_be_sending_ = is_last_ || more || env_.drain_began.has_value();
    finish(answer, stays, output);
    release();
}

void conversation::give_up(unsigned status, std::string_view detail, std::string& output)
{
    const bool is_being_read = handling_;
    abandon();
    client_may_be_sending_ = true;
    finish(problem(status, detail), false, output);
    if (!is_being_read)
        release();
}

// The memory of the request goes back, also while the connection lingers; another that is at hand takes it again.
void conversation::release() noexcept
{
    env_.exchanges.give_back(std::exchange(exchange_, nullptr));
    held_.hold(0);
}

void conversation::hang_up() noexcept
{
    client_may_be_sending_ = true;
    closing_ = true;
}

void conversation::end_with_what_is_due() noexcept
{
    if (handling_)
        is_last_ = true;
    else
        hang_up();
}

void conversation::abandon() noexcept
{
    if (!std::exchange(handling_, false))
        return;
    --env_.in_flight;
    env_.metrics.in_flight.add(-1);
}

void conversation::finish(const response& answer, bool stays, std::string& output)
{
    const request& req = exchange_->reader.request();
    const persistence connection = !stays                            ? persistence::close
                                   : exchange_->reader.is_http_1_1() ? persistence::implied
                                                                     : persistence::stated;
    append_response(output, answer, env_.date.at(std::time(nullptr)), connection, req.method != method::head);

    env_.now = clock::now();
    const clock::duration took = env_.now - since_;
    const auto* const found = std::get_if<const route*>(&exchange_->target);
    env_.metrics.answered(found != nullptr ? *found : nullptr, answer.status, took);
    if (env_.log.is_on())
        env_.log.write(req.method, req.path, answer.status, answer.body.size(), took);

    since_ = env_.now;
    closing_ = !stays;
}

conversation::phase conversation::at() const noexcept
{
    if (closing_)
        return phase::closing;
    if (handling_)
        return phase::handling;
    if (!exchange_)
        return phase::idle;
    switch (exchange_->reader.at()) {
    case reading::empty:
        return phase::idle;
    case reading::head:
        return phase::head;
    default:
        return phase::body;
    }
}

} // namespace rinha::http
