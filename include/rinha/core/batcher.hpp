#pragma once

#include "rinha/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rinha {

struct batch_limits
{
    std::size_t rows = 256;             // in one batch
    std::size_t bytes = 1024 * 1024;    // in one batch, unless one row alone has more
    std::size_t waiting = 4'096;        // rows not yet in a batch
    std::size_t waiting_bytes = 16 * 1024 * 1024;
};

// The bookkeeping of group commit: rows of many callers go in, batches come out, the fate of a batch goes in, and an
// answer for each caller comes out. No I/O, no clock, no thread. At most one batch is out at a time.
//
// `Row` has `std::string_view key() const` and `std::size_t bytes() const`. Keys are unique in a batch: of several rows
// with one key the first to arrive is tried; when it has been stored, or its key turned out taken, the others are
// answered `taken`; when it failed for another reason, the next takes its place.
template <class Row>
class batcher
{
public:
    using ticket = std::uint64_t;

    enum class fate
    {
        stored, // by this row
        taken,  // the key belonged to somebody else
        failed, // for the reason beside it
    };

    struct answer
    {
        ticket who;
        fate what;
        error_code reason; // of `failed`
    };

    explicit batcher(batch_limits limits = {}) : limits_(limits) {}

    // Nothing where too much waits already.
    std::optional<ticket> add(Row row);

    // The caller gives up. True: the row was not part of a batch yet and never will be. False: it is out, its effect
    // is not known, and it will be answered to nobody.
    bool abandon(ticket who);

    // Rows ready for a batch, and their bytes: what the flush policy asks for.
    std::size_t ready_rows() const noexcept;
    std::size_t ready_bytes() const noexcept;
    bool is_out() const noexcept;

    // The next batch, sorted by the bytes of its keys (in any other order two writers deadlock). Empty if nothing is
    // ready. The rows stay where they are until the batch's fate is told.
    std::vector<const Row*> take();

    // The fate of the batch that is out, one of:
    std::vector<answer> settle(const std::vector<bool>& stored); // by position: stored, or else key taken
    std::vector<answer> split();                  // failed for the sake of one of its rows: each half is tried again
                                                  // alone; a single row is answered by settle_failed
    std::vector<answer> fail(error_code reason);  // failed as a whole, and without effect
    void retry();                                 // its fate is unknown: the same rows come out again, first of all

private:
    batch_limits limits_;
};

} // namespace rinha
