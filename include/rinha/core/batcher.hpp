#pragma once

#include "rinha/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rinha {

struct batch_limits
{
    std::size_t rows = 256;          // in one batch
    std::size_t bytes = 1024 * 1024; // in one batch, unless one row alone has more
    std::size_t waiting = 4'096;     // rows not in the batch that is out
    std::size_t waiting_bytes = 16 * 1024 * 1024;
};

// The bookkeeping of group commit: rows of many callers go in, batches come out, the fate of a batch goes in, and an
// answer for each caller comes out. No I/O, no clock, no thread. At most one batch is out at a time.
//
// `Row` is movable and has `std::string_view key() const` and `std::size_t bytes() const`. Keys are unique among the
// rows that are tried: of several rows with one key the first to arrive is tried; when it has been stored, or its key
// turned out taken, the others are answered `taken`; when it failed for another reason, or was given up, the next takes
// its place.
template <class Row>
class batcher
{
public:
    using ticket = std::uint64_t;

    enum class fate
    {
        stored,    // by this row
        taken,     // the key belonged to somebody else
        failed,    // for the reason beside it, and without effect
        uncertain, // failed for the reason beside it, but an earlier try, whose end is not known, may have stored it
    };

    struct answer
    {
        ticket who;
        fate what;
        error_code reason; // of `failed` and `uncertain`
    };

    explicit batcher(batch_limits limits = {})
        : limits_(limits)
    {
    }

    // Nothing where too much waits already.
    std::optional<ticket> add(Row row);

    // The caller, who has not been answered yet, gives up, and never will be. True: the row had no effect and will have
    // none. False: it is out, or was when a connection was lost, and its effect is not known.
    bool abandon(ticket who);

    // Rows ready for a batch, and their bytes: what the flush policy asks for.
    std::size_t ready_rows() const noexcept { return ready_rows_; }
    std::size_t ready_bytes() const noexcept { return ready_bytes_; }

    bool is_out() const noexcept { return !out_.empty(); }

    // Whether the batch that is out holds rows that an earlier try, whose end is not known, may have stored. One that
    // can't be stored now, because its key is taken, may then be there by itself: look for it before it is settled.
    bool may_be_stored() const noexcept;

    // The next batch, sorted by the bytes of its keys (in any other order two writers deadlock). Empty if nothing is
    // ready. The rows stay where they are until the batch's fate is told. Not while a batch is out.
    std::vector<const Row*> take();

    // The fate of the batch that is out, one of:
    std::vector<answer> settle(const std::vector<bool>& stored); // by position: stored by this row, or else key taken
    std::vector<answer> fail(error_code reason);                 // as a whole, and without effect
    std::vector<answer> split(error_code reason); // as a whole, for the sake of one of its rows: the halves are tried
                                                  // again, each alone and before all else, until the row is alone
    void repeat();                                // without effect, but it may have one: the same rows come out again,
                                                  // alone and before all else; those given up meanwhile don't
    void retry();                                 // unknown: the same

private:
    struct entry;
    using entries = std::list<entry>; // moved from list to list, never copied: views and pointers stay valid

    struct entry
    {
        ticket who;
        Row row;
        entries* home = nullptr; // the list that it stands in; null: it stands behind another row of its key
        bool unknown = false;    // an earlier try's end is not known
        bool abandoned = false;
        entries behind; // later rows of the same key
    };

    using position = entries::iterator;

    void make_ready(entries& from, position which, position before);
    void remove(position which, position successor_before);
    void drop_abandoned();
    void try_again(entries rows);

    batch_limits limits_;
    ticket last_ticket_ = 0;
    entries ready_;            // in the order of arrival
    std::list<entries> again_; // batches to be tried before any other
    entries out_;
    std::unordered_map<ticket, position> by_ticket_;
    std::unordered_map<std::string_view, position> first_of_key_;
    std::size_t ready_rows_ = 0; // in ready_ and again_
    std::size_t ready_bytes_ = 0;
    std::size_t waiting_bytes_ = 0; // of all rows but those in out_
};

} // namespace rinha

#include "rinha/core/impl/batcher.hpp"
