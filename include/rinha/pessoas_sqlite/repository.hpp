#pragma once

#include "rinha/pessoas/repository.hpp"
#include "rinha/pessoas_sqlite/store.hpp"

#include <memory>

namespace rinha::pessoas_sqlite {

class mailbox;

// An I/O thread's way to the store: hands the work to the store's threads, and goes on when they have an answer, or at
// the deadline.
//
// Destroyed before the io_context of its executor, which must be destroyed before the store.
class repository final : public pessoas::repository
{
public:
    repository(store& in, executor ex);
    ~repository() override;
    repository(const repository&) = delete;
    repository& operator=(const repository&) = delete;

    awaitable<result<uuid>> insert(pessoas::draft value) override;
    awaitable<result<pessoas::person>> find(uuid id) override;
    awaitable<result<std::vector<pessoas::person>>> search(std::string term) override;
    awaitable<result<std::uint64_t>> count() override;

private:
    store::state& state_;
    std::shared_ptr<mailbox> home_;
};

} // namespace rinha::pessoas_sqlite
