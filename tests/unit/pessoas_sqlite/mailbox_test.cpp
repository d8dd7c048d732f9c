#include "pessoas_sqlite/mailbox.hpp"

#include "support/loop.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace rinha::pessoas_sqlite {
namespace {

using namespace std::chrono_literals;

constexpr auto never = clock::time_point::max();

awaitable<bool> sleep(std::shared_ptr<call> what, clock::time_point until)
{
    co_await what->sleep(until);
    co_return what->is_answered();
}

struct Mailbox : testing::Test // NOLINT(readability-identifier-naming): a suite
{
    ~Mailbox() override { home->close(); }

    std::optional<support::loop> io{std::in_place};
    std::shared_ptr<mailbox> home = std::make_shared<mailbox>(io->executor());
};

TEST_F(Mailbox, SleepsUntilItIsWoken)
{
    const auto what = std::make_shared<call>(home);
    std::thread other([&] { what->wake(); });

    EXPECT_TRUE(io->run(sleep(what, never)));
    other.join();
}

TEST_F(Mailbox, SleepsNotAtAllIfTheAnswerIsThere)
{
    const auto what = std::make_shared<call>(home);
    what->wake();
    io->run_until([&] { return what->is_answered(); });

    EXPECT_TRUE(io->run(sleep(what, never)));
}

TEST_F(Mailbox, SleepsNoLongerThanItsDeadline)
{
    EXPECT_FALSE(io->run(sleep(std::make_shared<call>(home), clock::now() + 1ms)));
}

TEST_F(Mailbox, WakesEachOfManyOnce)
{
    std::vector<std::shared_ptr<call>> calls;
    std::vector<awaitable<bool>> sleeping;
    for (int i = 0; i < 1'000; ++i) {
        calls.push_back(std::make_shared<call>(home));
        sleeping.push_back(sleep(calls.back(), never));
    }
    std::vector<std::thread> threads;
    for (std::size_t thread = 0; thread < 2; ++thread)
        threads.emplace_back([&, thread] {
            for (std::size_t i = thread; i < calls.size(); i += 2)
                calls[i]->wake();
        });
    for (const bool answered : io->run_all(std::move(sleeping)))
        EXPECT_TRUE(answered);
    for (auto& each : threads)
        each.join();
}

TEST_F(Mailbox, CancellingWakesTheCoroutineNotTheCall)
{
    const auto what = std::make_shared<call>(home);
    asio::cancellation_signal cancel;
    std::optional<bool> answered;
    asio::co_spawn(io->context(), sleep(what, never),
                   asio::bind_cancellation_slot(cancel.slot(), [&](std::exception_ptr, bool end) { answered = end; }));
    io->context().poll();
    cancel.emit(asio::cancellation_type::terminal);
    io->run_until([&] { return answered.has_value(); });

    EXPECT_FALSE(*answered);
    what->wake(); // finds nobody
    io->run_until([&] { return what->is_answered(); });
}

TEST_F(Mailbox, ACoroutineMayBeDestroyedInItsSleep)
{
    const auto what = std::make_shared<call>(home);
    asio::co_spawn(io->context(), sleep(what, never), [](std::exception_ptr, bool) {});
    io->context().poll();
    home->close();
    io.reset();

    what->wake(); // touches nothing of the loop that is gone
    EXPECT_FALSE(what->is_answered());
}

} // namespace
} // namespace rinha::pessoas_sqlite
