#pragma once

#include "rinha/pessoas/repository.hpp"

#include <string>
#include <vector>

namespace rinha::pessoas {

// The plainest store there is, in memory: what the others are compared with.
class plain_repository final : public repository
{
public:
    awaitable<result<uuid>> insert(draft value) override;
    awaitable<result<person>> find(uuid id) override;
    awaitable<result<std::vector<person>>> search(std::string term) override;
    awaitable<result<std::uint64_t>> count() override;

private:
    struct kept
    {
        person who;
        std::vector<std::string> folded; // apelido, nome and the items of stack
    };

    std::vector<kept> persons_; // in the order of creation
    uuid_v7_generator next_id_;
};

} // namespace rinha::pessoas
