#include "apps/pessoas_api/ask_each.hpp"

#include <boost/asio/deferred.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_future.hpp>
#include <gmock/gmock.h>

#include <latch>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace rinha::pessoas_api {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

awaitable<std::string> say(std::string text) { co_return text; }

awaitable<std::string> fail()
{
    co_await asio::post(asio::deferred);
    throw std::runtime_error("no answer");
}

awaitable<std::string> note_thread(std::size_t which, std::thread::id& into)
{
    into = std::this_thread::get_id();
    co_return std::to_string(which);
}

using answers = std::vector<std::optional<std::string>>;

class AskEach : public testing::Test
{
protected:
    // Runs the caller until it has its answers.
    answers ask(std::function<awaitable<std::string>(std::size_t)> question, clock::duration patience)
    {
        auto call = ask_each<std::string>({first.get_executor(), second.get_executor()}, std::move(question),
                                          clock::now() + patience);
        answers got;
        asio::co_spawn(here, std::move(call), [&](const std::exception_ptr&, answers a) {
            got = std::move(a);
            here.stop(); // an answer that is still due would keep it running
        });
        here.run();
        return got;
    }

    asio::io_context here{1};
    asio::io_context first{1};
    asio::io_context second{1};
    asio::executor_work_guard<executor> first_stays = asio::make_work_guard(first);
    asio::executor_work_guard<executor> second_stays = asio::make_work_guard(second);
};

TEST_F(AskEach, GathersTheAnswersInTheOrderOfTheThreads)
{
    const std::jthread one([this] { first.run(); });
    const std::jthread two([this] { second.run(); });
    std::vector<std::thread::id> ran_on(2);

    const auto got = ask([&](std::size_t i) { return note_thread(i, ran_on[i]); }, 10s);
    first_stays.reset();
    second_stays.reset();

    EXPECT_THAT(got, ElementsAre("0", "1"));
    EXPECT_THAT(ran_on, ElementsAre(one.get_id(), two.get_id()));
}

TEST_F(AskEach, LeavesAnExceptionsAnswerEmpty)
{
    const std::jthread one([this] { first.run(); });
    const std::jthread two([this] { second.run(); });

    const auto got = ask([](std::size_t i) { return i == 0 ? fail() : say("yes"); }, 10s);
    first_stays.reset();
    second_stays.reset();

    EXPECT_THAT(got, ElementsAre(std::nullopt, "yes"));
}

TEST_F(AskEach, WaitsForAThreadThatHangsUntilTheDeadlineOnly)
{
    const std::jthread one([this] { first.run(); });

    const auto got = ask([](std::size_t) { return say("yes"); }, 50ms);
    first_stays.reset();

    EXPECT_THAT(got, ElementsAre("yes", std::nullopt));
}

TEST_F(AskEach, ForgetsAnAnswerThatIsLate)
{
    ask([](std::size_t) { return say("yes"); }, 1ms); // nobody runs them

    first_stays.reset();
    second_stays.reset();
    first.run();
    second.run();
    here.restart();

    EXPECT_EQ(here.run(), 2U); // both answers arrive, and touch nothing that is gone
}

TEST_F(AskEach, OfNobodyIsAnsweredAtOnce)
{
    auto call = ask_each<std::string>({}, {}, clock::now() + 1h);
    auto got = asio::co_spawn(here, std::move(call), asio::use_future);
    here.run();

    EXPECT_TRUE(got.get().empty());
}

} // namespace
} // namespace rinha::pessoas_api
