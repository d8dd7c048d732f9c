#include "rinha/core/batcher.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>

namespace rinha {
namespace {

struct row
{
    std::string apelido;
    int id;

    std::string_view key() const { return apelido; }
    std::size_t bytes() const { return 1 + static_cast<std::size_t>(id) % 7; }
};

using fate = batcher<row>::fate;

// A store that commits or fails batches at random, loses connections before or after the commit, and can't bear some
// rows; and callers that now and then give up. Checks each answer against what is in the store.
class random_run
{
public:
    explicit random_run(unsigned seed)
        : random_(seed)
    {
    }

    void run()
    {
        for (int step = 0; step < 3'000; ++step) {
            switch (random_() % 4) {
            case 0:
            case 1:
                add();
                break;
            case 2:
                chance(4) ? abandon() : take();
                break;
            default:
                finish();
                break;
            }
            check_limits();
        }
        while (batch_.is_out() || batch_.ready_rows() > 0) {
            take();
            finish();
        }
        EXPECT_TRUE(open_.empty()) << open_.size() << " were never answered";
        EXPECT_EQ(batch_.ready_bytes(), 0U);
    }

private:
    bool chance(unsigned one_in) { return random_() % one_in == 0; }

    static bool is_bad(const row& value) { return value.id % 29 == 0; }

    void add()
    {
        row value{.apelido = "k" + std::to_string(random_() % 40), .id = ++last_id_};
        if (const auto who = batch_.add(value))
            ASSERT_TRUE(open_.emplace(*who, value).second);
        else
            EXPECT_GE(open_.size(), limits.waiting_bytes / 8);
    }

    void abandon()
    {
        if (open_.empty())
            return;
        const auto which = std::next(open_.begin(), static_cast<std::ptrdiff_t>(random_() % open_.size()));
        const row value = which->second;
        if (batch_.abandon(which->first)) {
            EXPECT_FALSE(is_stored(value));
            dead_.insert(value.id);
        }
        open_.erase(which);
    }

    void take()
    {
        if (batch_.is_out())
            return;
        out_ = batch_.take();
        EXPECT_TRUE(std::ranges::is_sorted(out_, {}, &row::key));
        EXPECT_EQ(std::ranges::adjacent_find(out_, {}, &row::key), out_.end()) << "a key twice in a batch";
        for (const row* each : out_)
            EXPECT_FALSE(dead_.contains(each->id)) << "given up before it left";
        EXPECT_LE(out_.size(), limits.rows);
    }

    void finish()
    {
        if (!batch_.is_out())
            return;
        if (std::ranges::any_of(out_, [](const row* each) { return is_bad(*each); }))
            return check(batch_.split(error_code()));
        switch (random_() % 7) {
        case 0:
            return check(batch_.fail(error_code()));
        case 1:
            return batch_.retry();
        case 2:
            commit();
            return batch_.retry();
        case 3:
            return batch_.repeat();
        default:
            return check(batch_.settle(commit()));
        }
    }

    std::vector<bool> commit()
    {
        std::vector<bool> stored;
        for (const row* each : out_) {
            store_.emplace(each->apelido, each->id);
            stored.push_back(is_stored(*each));
        }
        return stored;
    }

    bool is_stored(const row& value) const
    {
        const auto found = store_.find(value.apelido);
        return found != store_.end() && found->second == value.id;
    }

    void check(const std::vector<batcher<row>::answer>& answers)
    {
        for (const auto& each : answers) {
            const auto asked = open_.extract(each.who);
            ASSERT_FALSE(asked.empty()) << "answered twice, or after it was given up";
            const row& value = asked.mapped();
            switch (each.what) {
            case fate::stored:
                EXPECT_TRUE(is_stored(value));
                EXPECT_TRUE(answered_stored_.insert(value.apelido).second) << "two stored of one key";
                break;
            case fate::taken:
                EXPECT_TRUE(store_.contains(value.apelido));
                EXPECT_FALSE(is_stored(value));
                break;
            case fate::failed:
                EXPECT_FALSE(is_stored(value));
                break;
            case fate::uncertain:
                break;
            }
        }
    }

    void check_limits() const { EXPECT_LE(batch_.ready_rows(), limits.waiting + limits.rows); }

    static constexpr batch_limits limits{.rows = 12, .bytes = 40, .waiting = 60, .waiting_bytes = 200};

    std::mt19937 random_;
    batcher<row> batch_{limits};
    std::vector<const row*> out_;
    int last_id_ = 0;
    std::map<batcher<row>::ticket, row> open_; // callers that wait
    std::set<int> dead_;                       // ids given up without effect
    std::map<std::string, int> store_;
    std::set<std::string> answered_stored_;
};

TEST(BatcherModel, EveryCallerIsAnsweredOnceByWhatTheStoreHoldsAndAKeyIsStoredOnce)
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        random_run(seed).run();
        if (testing::Test::HasFailure())
            return;
    }
}

} // namespace
} // namespace rinha
