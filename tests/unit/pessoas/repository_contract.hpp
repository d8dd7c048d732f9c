#pragma once

#include "rinha/pessoas/repository.hpp"
#include "support/loop.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace rinha::pessoas {

// What every store of persons keeps, whatever is below it. A store's test program links repository_contract and says
//
//   INSTANTIATE_TEST_SUITE_P(Stores, RepositoryContract,
//                            testing::Values(store_kind{"Mine", [] { return make_my_empty_store(); }}), name_of);
class tested_store
{
public:
    virtual ~tested_store() = default;

    // A repository for the thread that runs this loop, ready to be asked. The loop outlives it, the store does too.
    virtual std::unique_ptr<repository> connect(support::loop& io) = 0;
};

struct store_kind
{
    std::string name;
    std::function<std::unique_ptr<tested_store>()> make;
};

void PrintTo(const store_kind& kind, std::ostream* out); // NOLINT(readability-identifier-naming): GoogleTest's

std::string name_of(const testing::TestParamInfo<store_kind>& info);

class RepositoryContract : public testing::TestWithParam<store_kind>
{
protected:
    RepositoryContract();
    ~RepositoryContract() override;

    result<uuid> insert(draft value);
    uuid insert_new(const draft& value); // which must succeed
    result<person> find(const uuid& id);
    std::vector<person> search(std::string_view term);
    std::vector<std::string> apelidos_found(std::string_view term);
    std::uint64_t count();

    // All at once.
    std::vector<result<uuid>> insert_all(const std::vector<draft>& values);

    std::unique_ptr<tested_store> store_;
    support::loop io_;
    std::unique_ptr<repository> persons_;
};

// A valid person of whom only the given text is of interest.
draft draft_of(std::string apelido, std::string nome = "Nome", std::string stack = "null");

} // namespace rinha::pessoas
