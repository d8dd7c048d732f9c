#include "pessoas_sqlite/creation_queue.hpp"

#include "rinha/pessoas/error.hpp"

#include <algorithm>
#include <utility>

namespace rinha::pessoas_sqlite {

std::size_t creation_queue::row::bytes() const noexcept
{
    const auto& value = what->value;
    return sizeof(creation) + value.apelido.size() + value.nome.size() + value.stack.size() + what->text.size();
}

std::optional<store_errc> creation_queue::add(const std::shared_ptr<creation>& what)
{
    const auto now = clock::now();
    const std::lock_guard lock(mutex_);
    if (refusal_)
        return refusal_;
    const auto ticket = batcher_.add(row{what});
    if (!ticket)
        return store_errc::overloaded;
    what->ticket_ = *ticket;
    waiting_.emplace(*ticket, what);
    policy_.row_arrived(now);
    if (due() < wakes_at_)
        changed_.notify_one();
    return std::nullopt;
}

result<uuid> creation_queue::leave(creation& what)
{
    const std::lock_guard lock(mutex_);
    if (!what.answer_) {
        what.answer_ = batcher_.abandon(what.ticket_) ? store_errc::too_late : store_errc::unconfirmed;
        waiting_.erase(what.ticket_);
    }
    return *what.answer_;
}

void creation_queue::refuse_because(std::optional<store_errc> reason)
{
    const std::lock_guard lock(mutex_);
    if (!is_closed_)
        refusal_ = reason;
}

void creation_queue::close()
{
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    refusal_ = store_errc::away;
    changed_.notify_one();
}

creation_queue::turn creation_queue::wait(clock::time_point latest)
{
    std::unique_lock lock(mutex_);
    for (;;) {
        if (is_closed_)
            return batcher_.ready_rows() > 0 ? turn::batch : turn::end;
        const auto now = clock::now();
        if (due() <= now)
            return turn::batch;
        if (latest <= now)
            return turn::nothing;
        wakes_at_ = std::min(due(), latest);
        changed_.wait_until(lock, wakes_at_);
        wakes_at_ = clock::time_point::min();
    }
}

std::vector<creation*> creation_queue::take()
{
    const std::lock_guard lock(mutex_);
    policy_.flush_began(clock::now());
    out_ = batcher_.take();

    std::vector<creation*> batch;
    batch.reserve(out_.size());
    for (const row* each : out_)
        batch.push_back(each->what.get());
    std::ranges::sort(batch, [](auto* a, auto* b) { return a->ticket_ < b->ticket_; });
    return batch;
}

void creation_queue::settle()
{
    const std::lock_guard lock(mutex_);
    std::vector<bool> stored;
    stored.reserve(out_.size());
    for (const row* each : out_)
        stored.push_back(each->what->id.has_value());
    answer(batcher_.settle(stored));
}

void creation_queue::fail(store_errc reason)
{
    const std::lock_guard lock(mutex_);
    answer(batcher_.fail(reason));
}

void creation_queue::split(store_errc reason)
{
    const std::lock_guard lock(mutex_);
    answer(batcher_.split(reason));
}

void creation_queue::answer(const std::vector<rows::answer>& answers)
{
    for (const auto& [ticket, fate, reason] : answers) {
        const auto waiting = waiting_.extract(ticket);
        const auto& what = waiting.mapped();
        switch (fate) {
        case rows::fate::stored:
            what->answer_ = what->id.value();
            break;
        case rows::fate::taken:
            what->answer_ = pessoas::errc::apelido_taken;
            break;
        case rows::fate::failed:
        case rows::fate::uncertain:
            what->answer_ = reason;
            break;
        }
        what->wake();
    }
}

} // namespace rinha::pessoas_sqlite
