#include "pg/pipeline.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace rinha::pg {

result<pipeline::ticket> pipeline::add(const statement& what, params with, clock::time_point deadline)
{
    const bool has_room = load() == 0 || bytes_ + with.bytes() <= limits_.bytes;
    if (waiting_.size() >= limits_.waiting || !has_room)
        return errc::overloaded;

    if (free_.empty()) {
        free_.push_back(entries_.size());
        entries_.emplace_back();
    }
    const ticket who = free_.back();
    free_.pop_back();

    entry& added = entries_[who];
    added.what = &what;
    added.with = std::move(with);
    bytes_ += added.with.bytes();
    added.deadline = deadline;
    waiting_.push_back(who);
    return who;
}

void pipeline::abandon(ticket who)
{
    if (std::erase(waiting_, who) != 0 || std::erase(again_, who) != 0)
        release(who);
    else
        entries_[who].abandoned = true;
}

std::optional<pipeline::step> pipeline::next(clock::time_point now)
{
    const bool can_send = !waiting_.empty() && in_flight_ < limits_.in_flight;
    const bool is_read = can_send && entries_[waiting_.front()].what->read_only;
    const bool fits = can_send && (open_ == group::none || (open_ == group::reads && is_read));
    if (fits) {
        const ticket who = waiting_.front();
        waiting_.pop_front();
        sent_.push_back({who, now});
        ++in_flight_;
        open_ = is_read ? group::reads : group::write;
        return step{entries_[who].what, &entries_[who].with};
    }

    const bool ping = std::exchange(ping_wanted_, false) && !is_owed();
    if (open_ == group::none && !ping)
        return std::nullopt;
    sent_.push_back({std::nullopt, now});
    open_ = group::none;
    return step{nullptr, nullptr};
}

std::optional<pipeline::answer> pipeline::answered(result<rows> what)
{
    if (expects_sync()) { // an error of the commit itself
        if (uncommitted_)
            entries_[*uncommitted_].outcome.emplace(std::move(what));
        return std::nullopt;
    }
    const ticket who = pop_sent();
    if (entries_[who].what->read_only)
        return settle(who, std::move(what));
    entries_[who].outcome.emplace(std::move(what));
    uncommitted_ = who;
    return std::nullopt;
}

void pipeline::aborted()
{
    const ticket who = pop_sent();
    if (entries_[who].abandoned)
        release(who);
    else
        again_.push_back(who);
}

std::optional<pipeline::answer> pipeline::synced()
{
    assert(expects_sync());
    sent_.pop_front();
    waiting_.insert(waiting_.begin(), again_.begin(), again_.end());
    again_.clear();
    const auto who = std::exchange(uncommitted_, std::nullopt);
    if (!who)
        return std::nullopt;
    auto& outcome = entries_[*who].outcome;
    assert(outcome);
    return settle(*who, std::move(*outcome));
}

std::vector<pipeline::answer> pipeline::expire(clock::time_point now)
{
    std::vector<answer> out;
    const auto give_up = [&](ticket who) {
        const bool late = entries_[who].deadline <= now;
        if (late) {
            out.push_back({who, errc::timed_out});
            release(who);
        }
        return late;
    };
    std::erase_if(again_, give_up);
    std::erase_if(waiting_, give_up);

    const auto leave = [&](ticket who) {
        entry& of = entries_[who];
        if (of.abandoned || of.deadline > now)
            return;
        out.push_back({who, unanswered(of, errc::timed_out)});
        of.abandoned = true;
    };
    if (uncommitted_)
        leave(*uncommitted_);
    for (const sent& each : sent_)
        if (each.what)
            leave(*each.what);
    return out;
}

std::vector<pipeline::answer> pipeline::lose()
{
    std::vector<answer> out;
    std::deque<ticket> kept;
    const auto take = [&](ticket who) {
        entry& of = entries_[who];
        if (of.what->read_only && !of.was_lost && !of.abandoned) {
            of.was_lost = true;
            kept.push_back(who);
        } else if (auto told = settle(who, unanswered(of, errc::unavailable))) {
            out.push_back(std::move(*told));
        }
    };

    if (const auto who = std::exchange(uncommitted_, std::nullopt))
        take(*who);
    std::ranges::for_each(again_, take);
    for (const sent& each : sent_)
        if (each.what)
            take(*each.what);

    again_.clear();
    sent_.clear();
    waiting_.insert(waiting_.begin(), kept.begin(), kept.end());
    in_flight_ = 0;
    open_ = group::none;
    ping_wanted_ = false;
    return out;
}

std::vector<pipeline::answer> pipeline::refuse_waiting(errc why)
{
    std::vector<answer> out;
    for (const ticket who : std::exchange(waiting_, {})) {
        out.push_back({who, why});
        release(who);
    }
    return out;
}

const statement* pipeline::oldest() const noexcept
{
    if (!is_owed())
        return nullptr;
    const std::optional<ticket> who = expects_sync() ? uncommitted_ : sent_.front().what;
    return who ? entries_[*who].what : nullptr;
}

bool pipeline::is_awaited() const noexcept
{
    const auto has_caller = [this](const std::optional<ticket>& who) { return who && !entries_[*who].abandoned; };
    return has_caller(uncommitted_) || std::ranges::any_of(sent_, has_caller, &sent::what);
}

pipeline::ticket pipeline::pop_sent()
{
    assert(is_owed());
    const auto who = sent_.front().what;
    assert(who);
    sent_.pop_front();
    --in_flight_;
    return *who;
}

std::optional<pipeline::answer> pipeline::settle(ticket who, result<rows> what)
{
    const bool abandoned = entries_[who].abandoned;
    release(who);
    if (abandoned)
        return std::nullopt;
    return answer{who, std::move(what)};
}

// What is known of a sent statement that will not be answered: its error, where the server told one before the Sync; of
// a read-only one, that nothing was done.
result<rows> pipeline::unanswered(entry& of, errc read) const
{
    if (of.outcome && of.outcome->has_error())
        return of.outcome->error();
    return of.what->read_only ? read : errc::lost;
}

void pipeline::release(ticket who)
{
    bytes_ -= entries_[who].with.bytes();
    entries_[who] = {};
    free_.push_back(who);
}

} // namespace rinha::pg
