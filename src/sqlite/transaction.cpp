#include "rinha/sqlite/transaction.hpp"

#include <utility>

namespace rinha::sqlite {

result<transaction> transaction::begin(database& on)
{
    const auto begun = on.execute("BEGIN IMMEDIATE");
    return begun ? result<transaction>(transaction(on)) : begun.error();
}

transaction::~transaction()
{
    if (on_ != nullptr)
        static_cast<void>(on_->execute("ROLLBACK")); // fails where SQLite has rolled back by itself
}

transaction::transaction(transaction&& other) noexcept
    : on_(std::exchange(other.on_, nullptr))
{
}

result<void> transaction::commit()
{
    auto committed = on_->execute("COMMIT");
    if (committed)
        on_ = nullptr;
    return committed;
}

} // namespace rinha::sqlite
