#include "pg/pipeline.hpp"

#include <boost/endian/conversion.hpp>
#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <random>
#include <set>

namespace rinha::pg {
namespace {

using namespace std::chrono_literals;

const statement read{"r", "select", {oids::int8}, true};
const statement write_{"w", "insert", {oids::int8}, false};

using number = std::int64_t; // of a call, as its parameter

struct chance
{
    std::minstd_rand random;

    bool one_in(int n) { return std::uniform_int_distribution{1, n}(random) == 1; }
    std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>{0, n - 1}(random); }
};

// A server, as far as the order of its answers goes, and which writes it commits.
class server
{
public:
    enum class reply
    {
        rows,
        error,
        skipped,
        synced,
    };

    explicit server(chance& luck)
        : luck_(luck)
    {
    }

    void receive(const pipeline::step& step)
    {
        inbox_.push_back({step.what, step.what ? parameter(*step.with) : 0});
        if (!step.what)
            ++syncs_;
    }

    // Runs all up to the next Sync.
    bool run_group()
    {
        if (syncs_ == 0)
            return false;
        bool failed = false;
        std::vector<number> written;
        for (; inbox_.front().what; inbox_.pop_front()) {
            if (failed) {
                out_.push_back(reply::skipped);
                continue;
            }
            failed = luck_.one_in(8);
            out_.push_back(failed ? reply::error : reply::rows);
            if (!failed && !inbox_.front().what->read_only)
                written.push_back(inbox_.front().of);
        }
        inbox_.pop_front();
        --syncs_;
        if (!written.empty() && luck_.one_in(8)) // the commit fails
            out_.push_back(reply::error);
        else
            for (const number each : written)
                ++committed_[each];
        out_.push_back(reply::synced);
        return true;
    }

    std::optional<reply> next_reply()
    {
        if (out_.empty())
            return std::nullopt;
        const reply first = out_.front();
        out_.pop_front();
        return first;
    }

    void lose_connection()
    {
        while (luck_.one_in(2) && run_group()) {
        }
        inbox_.clear();
        out_.clear();
        syncs_ = 0;
    }

    int committed(number of) const { return committed_.contains(of) ? committed_.at(of) : 0; }

private:
    struct received
    {
        const statement* what;
        number of;
    };

    static number parameter(const params& with)
    {
        return boost::endian::load_big_s64(reinterpret_cast<const unsigned char*>(with.data(0)));
    }

    chance& luck_;
    std::deque<received> inbox_;
    std::size_t syncs_ = 0;
    std::deque<reply> out_;
    std::map<number, int> committed_;
};

class world
{
public:
    explicit world(unsigned seed)
        : luck_{std::minstd_rand{seed}}
    {
    }

    void act()
    {
        switch (luck_.below(12)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return call();
        case 4:
        case 5:
            return send();
        case 6:
            server_.run_group();
            return;
        case 7:
        case 8:
            return receive();
        case 9:
            now_ += 100ms;
            return hear(queue_.expire(now_));
        case 10:
            if (!waiting_.empty() && luck_.one_in(3)) {
                const auto who = std::next(waiting_.begin(), static_cast<long>(luck_.below(waiting_.size())));
                queue_.abandon(who->first);
                waiting_.erase(who);
            }
            return;
        default:
            if (luck_.one_in(10))
                lose();
            else
                queue_.ping();
        }
    }

    void finish()
    {
        for (int rounds = 0; queue_.load() > 0; ++rounds) {
            ASSERT_LT(rounds, 1'000) << "something is never answered";
            send();
            while (server_.run_group()) {
            }
            while (queue_.is_owed())
                receive();
        }
        EXPECT_TRUE(waiting_.empty()) << "somebody waits for ever";
    }

private:
    void call()
    {
        const number of = ++calls_;
        const bool writes = luck_.one_in(3);
        const statement& what = writes ? write_ : read;
        if (!writes)
            reads_.insert(of);
        const auto who = queue_.add(what, params{}.add(of), now_ + 1s);
        if (who)
            EXPECT_TRUE(waiting_.try_emplace(*who, of).second) << "a ticket that is in use";
        else
            EXPECT_EQ(who.error(), errc::overloaded);
    }

    void send()
    {
        while (const auto step = queue_.next(now_))
            server_.receive(*step);
    }

    void receive()
    {
        const auto reply = server_.next_reply();
        if (!reply)
            return;
        ASSERT_TRUE(queue_.is_owed());
        switch (*reply) {
        case server::reply::rows:
            return hear(queue_.answered(rows{nullptr}));
        case server::reply::error:
            return hear(queue_.answered(errc::constraint_violated));
        case server::reply::skipped:
            return queue_.aborted();
        case server::reply::synced:
            return hear(queue_.synced());
        }
    }

    void lose()
    {
        server_.lose_connection();
        hear(queue_.lose());
        if (luck_.one_in(2))
            hear(queue_.refuse_waiting(errc::unavailable));
    }

    void hear(const std::optional<pipeline::answer>& one)
    {
        if (one)
            hear(*one);
    }

    void hear(const std::vector<pipeline::answer>& all)
    {
        for (const auto& each : all)
            hear(each);
    }

    void hear(const pipeline::answer& told)
    {
        const auto who = waiting_.find(told.who);
        ASSERT_NE(who, waiting_.end()) << "answered twice, or though it was abandoned";
        const number of = who->second;
        waiting_.erase(who);
        const int committed = server_.committed(of);
        if (told.what.has_value()) {
            EXPECT_EQ(committed, reads_.contains(of) ? 0 : 1);
        } else if (told.what.error() == errc::lost) {
            EXPECT_LE(committed, 1);
        } else {
            EXPECT_EQ(committed, 0) << "done, though it was said to have failed: " << told.what.error().message();
        }
    }

    chance luck_;
    pipeline queue_{{.in_flight = 5, .waiting = 8}};
    server server_{luck_};
    clock::time_point now_{1000s};
    std::map<pipeline::ticket, number> waiting_;
    std::set<number> reads_;
    number calls_ = 0;
};

class PipelineModel : public testing::TestWithParam<unsigned>
{
};

TEST_P(PipelineModel, EveryCallIsAnsweredOnceAndTruly)
{
    for (unsigned run = 0; run < 40; ++run) {
        SCOPED_TRACE(run);
        world of{GetParam() * 1'000 + run + 1};
        for (int i = 0; i < 400 && !testing::Test::HasFailure(); ++i)
            of.act();
        of.finish();
        if (testing::Test::HasFailure())
            return;
    }
}

INSTANTIATE_TEST_SUITE_P(Seeds, PipelineModel, testing::Range(0U, 10U));

} // namespace
} // namespace rinha::pg
