#pragma once

#include "pessoas_sqlite/mailbox.hpp"
#include "pessoas_sqlite/person_reader.hpp"
#include "pessoas_sqlite/store_error.hpp"
#include "pessoas_sqlite/unclaimed.hpp"
#include "rinha/sqlite/error.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace rinha::pessoas_sqlite {

// A call to a thread that reads.
class question_base : public call
{
public:
    using call::call;

    // On a reader thread. The error of SQLite, if that was the answer: it is then to be refused. An answer is counted
    // until it is taken, or the question is gone.
    virtual error_code ask(person_reader& of, unclaimed_bytes& counted) = 0;
    virtual void refuse(store_errc reason) = 0;

    // The caller waits no longer: nobody looks at the answer.
    void give_up() noexcept { is_given_up_.store(true, std::memory_order_relaxed); }

    const std::atomic<bool>& is_given_up() const noexcept { return is_given_up_; }

private:
    std::atomic<bool> is_given_up_ = false;
};

inline std::size_t bytes_of(std::uint64_t count) noexcept { return sizeof(count); }

inline std::size_t bytes_of(const pessoas::person& one) noexcept
{
    return sizeof(one) + one.apelido.size() + one.nome.size() + one.stack.size();
}

inline std::size_t bytes_of(const std::vector<pessoas::person>& many) noexcept
{
    std::size_t bytes = 0;
    for (const auto& each : many)
        bytes += bytes_of(each);
    return bytes;
}

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

    error_code ask(person_reader& of, unclaimed_bytes& counted) override
    {
        answer_ = what_(of);
        if (answer_)
            share_ = unclaimed_share(counted, bytes_of(*answer_));
        const error_code error = answer_.has_error() ? answer_.error() : error_code();
        return error.category() == sqlite::category() ? error : error_code();
    }

    void refuse(store_errc reason) override { answer_ = reason; }

    // Once the call is answered.
    result<T> take_answer()
    {
        const auto claimed = std::move(share_);
        return std::move(answer_);
    }

private:
    asking what_;
    result<T> answer_ = store_errc::away; // until there is one
    unclaimed_share share_;
};

} // namespace rinha::pessoas_sqlite
