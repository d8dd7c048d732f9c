#pragma once

#include "pessoas_sqlite/mailbox.hpp"
#include "pessoas_sqlite/person_reader.hpp"
#include "pessoas_sqlite/store_error.hpp"
#include "rinha/sqlite/error.hpp"

#include <atomic>
#include <functional>
#include <utility>

namespace rinha::pessoas_sqlite {

// A call to a thread that reads.
class question_base : public call
{
public:
    using call::call;

    // On a reader thread, one of the two. `ask`: the error of SQLite, if that was the answer.
    virtual error_code ask(person_reader& of) = 0;
    virtual void refuse(store_errc reason) = 0;

    // The caller waits no longer: nobody looks at the answer.
    void give_up() noexcept { is_given_up_.store(true, std::memory_order_relaxed); }

    const std::atomic<bool>& is_given_up() const noexcept { return is_given_up_; }

private:
    std::atomic<bool> is_given_up_ = false;
};

template <class T>
class question final : public question_base
{
public:
    using asking = std::function<result<T>(person_reader&)>;

    question(std::shared_ptr<mailbox> home, asking what)
        : question_base(std::move(home))
        , what_(std::move(what))
    {
    }

    error_code ask(person_reader& of) override
    {
        answer_ = what_(of);
        const error_code error = answer_.has_error() ? answer_.error() : error_code();
        if (error.category() != sqlite::category())
            return {};
        answer_ = store_error(error);
        return error;
    }

    void refuse(store_errc reason) override { answer_ = reason; }

    // Once the call is answered.
    result<T> take_answer() { return std::move(answer_); }

private:
    asking what_;
    result<T> answer_ = store_errc::away; // until there is one
};

} // namespace rinha::pessoas_sqlite
