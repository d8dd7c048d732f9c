#pragma once

#include "pessoas_sqlite/mailbox.hpp"
#include "pessoas_sqlite/store_error.hpp"
#include "rinha/core/batcher.hpp"
#include "rinha/core/flush_policy.hpp"
#include "rinha/core/uuid.hpp"
#include "rinha/pessoas/model.hpp"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace rinha::pessoas_sqlite {

// A call to create a person.
struct creation final : call
{
    creation(std::shared_ptr<mailbox> home, pessoas::draft what, std::string search_text)
        : call(std::move(home))
        , value(std::move(what))
        , text(std::move(search_text))
    {
    }

    const pessoas::draft value;
    const std::string text;

    // While it is out, the writer's: what the open transaction made of it. Nothing: the apelido is taken.
    std::optional<uuid> id;

private:
    friend class creation_queue;

    std::uint64_t ticket_ = 0;
    std::optional<result<uuid>> answer_;
};

// The creations of all I/O threads on their way to the one thread that writes: the batcher and its flush policy behind
// a lock. At most one batch is out at a time.
class creation_queue
{
public:
    creation_queue(batch_limits limits, flush_settings flush)
        : batcher_(limits)
        , policy_(flush)
    {
    }

    // From any thread. Nothing, and the call will be answered and woken; or why it is refused at once.
    std::optional<store_errc> add(const std::shared_ptr<creation>& what);

    // The caller waits no longer: the answer, if there is one; else too_late (without effect, now and later) or
    // unconfirmed. From any thread, for calls that were added; the same again where it is asked again.
    result<uuid> leave(creation& what);

    // What comes from now on is refused at once, for this reason; nothing: it is taken.
    void refuse_because(std::optional<store_errc> reason);

    // For good: what comes from now on is refused, what is there is due.
    void close();

    enum class turn
    {
        batch,   // one is due
        nothing, // the time is over
        end,     // closed, and nothing is left
    };

    // The writer's part. Waits until a batch is due, or until `latest`.
    turn wait(clock::time_point latest);

    // The next batch, in the order of arrival; empty if all callers have left.
    std::vector<creation*> take();

    // Answers the batch that is out: each with its id, or else pessoas::errc::apelido_taken.
    void settle();

    // Answers the batch that is out, which had no effect, or an unknown one, as the reason says.
    void fail(store_errc reason);

    // The batch that is out had no effect, for the sake of one of its rows: it comes again in halves. A single one is
    // answered with the reason.
    void split(store_errc reason);

private:
    struct row
    {
        std::shared_ptr<creation> what;

        std::string_view key() const noexcept { return what->value.apelido; }
        std::size_t bytes() const noexcept;
    };

    using rows = batcher<row>;

    clock::time_point due() const { return policy_.due(batcher_.ready_rows(), batcher_.ready_bytes()); }
    void answer(const std::vector<rows::answer>& answers);

    std::mutex mutex_;
    std::condition_variable changed_;
    rows batcher_;
    flush_policy policy_;
    std::vector<const row*> out_; // in the order of the batcher
    std::unordered_map<rows::ticket, std::shared_ptr<creation>> waiting_;
    std::optional<store_errc> refusal_;
    bool is_closed_ = false;
    clock::time_point wakes_at_ = clock::time_point::min(); // the writer, if it waits
};

} // namespace rinha::pessoas_sqlite
