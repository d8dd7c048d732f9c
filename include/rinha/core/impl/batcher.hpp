#pragma once

// The definitions of rinha/core/batcher.hpp, which includes them.

#include <algorithm>
#include <cassert>
#include <iterator>
#include <utility>

namespace rinha {

template <class Row>
std::optional<typename batcher<Row>::ticket> batcher<Row>::add(Row row)
{
    const std::size_t bytes = row.bytes();
    if (by_ticket_.size() - out_.size() >= limits_.waiting || waiting_bytes_ + bytes > limits_.waiting_bytes)
        return std::nullopt;

    entries arrived;
    arrived.push_back({.who = ++last_ticket_, .row = std::move(row), .behind = {}});
    const position self = arrived.begin();
    by_ticket_.emplace(self->who, self);
    waiting_bytes_ += bytes;

    if (const auto first = first_of_key_.find(self->row.key()); first != first_of_key_.end())
        first->second->behind.splice(first->second->behind.end(), arrived);
    else
        make_ready(arrived, self, ready_.end());
    return last_ticket_;
}

template <class Row>
bool batcher<Row>::abandon(ticket who)
{
    const auto found = by_ticket_.find(who);
    assert(found != by_ticket_.end() && !found->second->abandoned);
    const position self = found->second;
    if (self->home == &out_) {
        self->abandoned = true;
        return false;
    }
    const bool had_no_effect = !self->unknown;
    remove(self, self->home == &ready_ ? std::next(self) : ready_.begin());
    return had_no_effect;
}

template <class Row>
bool batcher<Row>::may_be_stored() const noexcept
{
    return std::ranges::any_of(out_, &entry::unknown);
}

template <class Row>
std::vector<const Row*> batcher<Row>::take()
{
    assert(!is_out());
    if (!again_.empty()) {
        out_.swap(again_.front());
        again_.pop_front();
    } else {
        std::size_t bytes = 0;
        position end = ready_.begin();
        for (std::size_t rows = 0; end != ready_.end() && rows < limits_.rows; ++end, ++rows) {
            bytes += end->row.bytes();
            if (rows > 0 && bytes > limits_.bytes)
                break;
        }
        out_.splice(out_.end(), ready_, ready_.begin(), end);
        out_.sort([](const entry& a, const entry& b) { return a.row.key() < b.row.key(); });
    }

    std::vector<const Row*> rows;
    rows.reserve(out_.size());
    for (entry& each : out_) {
        each.home = &out_;
        --ready_rows_;
        ready_bytes_ -= each.row.bytes();
        waiting_bytes_ -= each.row.bytes();
        rows.push_back(&each.row);
    }
    return rows;
}

template <class Row>
std::vector<typename batcher<Row>::answer> batcher<Row>::settle(const std::vector<bool>& stored)
{
    assert(stored.size() == out_.size());
    std::vector<answer> answers;
    answers.reserve(out_.size());
    auto is_stored = stored.begin();
    for (entry& each : out_) {
        if (!each.abandoned)
            answers.push_back({each.who, *is_stored ? fate::stored : fate::taken, {}});
        ++is_stored;
        for (const entry& later : each.behind) {
            answers.push_back({later.who, fate::taken, {}});
            waiting_bytes_ -= later.row.bytes();
            by_ticket_.erase(later.who);
        }
        by_ticket_.erase(each.who);
        first_of_key_.erase(each.row.key());
    }
    out_.clear();
    return answers;
}

template <class Row>
std::vector<typename batcher<Row>::answer> batcher<Row>::fail(error_code reason)
{
    std::vector<answer> answers;
    answers.reserve(out_.size());
    const position before = ready_.begin();
    while (!out_.empty()) {
        const position each = out_.begin();
        if (!each->abandoned)
            answers.push_back({each->who, each->unknown ? fate::uncertain : fate::failed, reason});
        remove(each, before);
    }
    return answers;
}

template <class Row>
std::vector<typename batcher<Row>::answer> batcher<Row>::split(error_code reason)
{
    if (out_.size() == 1)
        return fail(reason);

    drop_abandoned();
    entries first_half;
    const auto middle = std::next(out_.begin(), static_cast<std::ptrdiff_t>((out_.size() + 1) / 2));
    first_half.splice(first_half.end(), out_, out_.begin(), middle);
    try_again(std::move(out_));
    try_again(std::move(first_half));
    out_.clear();
    return {};
}

template <class Row>
void batcher<Row>::repeat()
{
    drop_abandoned();
    try_again(std::move(out_));
    out_.clear();
}

template <class Row>
void batcher<Row>::retry()
{
    for (entry& each : out_)
        each.unknown = true;
    repeat();
}

// Moves a row, which has no other of its key before it any more, to the rows that are ready.
template <class Row>
void batcher<Row>::make_ready(entries& from, position which, position before)
{
    ready_.splice(before, from, which);
    which->home = &ready_;
    first_of_key_.emplace(which->row.key(), which);
    ++ready_rows_;
    ready_bytes_ += which->row.bytes();
}

// Takes a row out of the books. The next of its key, if it stood before others, becomes ready.
template <class Row>
void batcher<Row>::remove(position which, position successor_before)
{
    const bool was_out = which->home == &out_;
    if (!was_out)
        waiting_bytes_ -= which->row.bytes();
    by_ticket_.erase(which->who);

    if (which->home == nullptr) {
        first_of_key_.at(which->row.key())->behind.erase(which);
        return;
    }
    if (!was_out) {
        --ready_rows_;
        ready_bytes_ -= which->row.bytes();
    }
    first_of_key_.erase(which->row.key());
    if (!which->behind.empty()) {
        const position next = which->behind.begin();
        make_ready(which->behind, next, successor_before);
        next->behind = std::move(which->behind);
    }
    entries& home = *which->home;
    home.erase(which);
    if (&home != &ready_ && &home != &out_ && home.empty())
        again_.remove_if([](const entries& batch) { return batch.empty(); });
}

template <class Row>
void batcher<Row>::drop_abandoned()
{
    const position before = ready_.begin();
    for (position each = out_.begin(); each != out_.end();) {
        const position self = each++;
        if (self->abandoned)
            remove(self, before);
    }
}

template <class Row>
void batcher<Row>::try_again(entries rows)
{
    if (rows.empty())
        return;
    again_.push_front(std::move(rows));
    for (entry& each : again_.front()) {
        each.home = &again_.front();
        ++ready_rows_;
        ready_bytes_ += each.row.bytes();
        waiting_bytes_ += each.row.bytes();
    }
}

} // namespace rinha
