#include "pessoas_sqlite/mailbox.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <utility>

namespace rinha::pessoas_sqlite {

awaitable<void> call::sleep(clock::time_point until)
{
    struct asleep
    {
        timer alarm;
        call& of;

        ~asleep() { of.alarm_ = nullptr; } // also where the coroutine is destroyed in its sleep
    };

    if (is_answered_)
        co_return;
    asleep self{.alarm = timer(home_->home(), until), .of = *this};
    alarm_ = &self.alarm;
    co_await self.alarm.async_wait(asio::as_tuple(asio::deferred));
}

void call::wake() noexcept
{
    try {
        home_->put(shared_from_this());
    } catch (const std::exception&) { // NOLINT(bugprone-empty-catch): no memory to say so with
    }
}

void call::arrive() noexcept
{
    is_answered_ = true;
    if (alarm_ != nullptr)
        alarm_->cancel();
}

void mailbox::put(std::shared_ptr<call> answered)
{
    const std::lock_guard lock(mutex_);
    if (!is_open_)
        return;
    answered_.push_back(std::move(answered));
    if (is_collecting_)
        return;
    asio::post(executor_, [self = shared_from_this()] { self->collect(); });
    is_collecting_ = true;
}

void mailbox::close()
{
    std::vector<std::shared_ptr<call>> nobodys; // destroyed without the lock
    const std::lock_guard lock(mutex_);
    is_open_ = false;
    answered_.swap(nobodys);
}

void mailbox::collect()
{
    std::vector<std::shared_ptr<call>> answered;
    {
        const std::lock_guard lock(mutex_);
        answered.swap(answered_);
        is_collecting_ = false;
    }
    for (const auto& each : answered)
        each->arrive();
}

} // namespace rinha::pessoas_sqlite
