#pragma once

#include "rinha/sqlite/database.hpp"

namespace rinha::sqlite {

// A transaction that holds the write lock from its beginning. Rolled back unless it was committed.
class transaction
{
public:
    // errc::busy where another connection holds the lock for longer than the busy timeout.
    static result<transaction> begin(database& on);

    ~transaction();
    transaction(transaction&& other) noexcept;
    transaction& operator=(transaction&&) = delete;

    // As durable as the connection's `synchronous` says when it returns. After errc::io the outcome is not known: the
    // next to open the file may find it committed. After any other error nothing was written.
    result<void> commit();

private:
    explicit transaction(database& on) noexcept
        : on_(&on)
    {
    }

    database* on_; // null: over, or moved from
};

} // namespace rinha::sqlite
