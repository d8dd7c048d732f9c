#include "unit/pessoas/plain_repository.hpp"

#include "unit/pessoas/repository_contract.hpp"

#include <memory>

namespace rinha::pessoas {
namespace {

// Each thread that connects is given the same persons.
class plain_store final : public tested_store
{
public:
    std::unique_ptr<repository> connect(support::loop& /*io*/) override
    {
        return std::make_unique<connection>(persons_);
    }

private:
    class connection final : public repository
    {
    public:
        explicit connection(plain_repository& persons)
            : persons_(persons)
        {
        }

        awaitable<result<uuid>> insert(draft value) override { return persons_.insert(std::move(value)); }
        awaitable<result<person>> find(uuid id) override { return persons_.find(id); }
        awaitable<result<std::vector<person>>> search(std::string term) override
        {
            return persons_.search(std::move(term));
        }
        awaitable<result<std::uint64_t>> count() override { return persons_.count(); }

    private:
        plain_repository& persons_;
    };

    plain_repository persons_;
};

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryContract,
                         testing::Values(store_kind{"Plain", [] { return std::make_unique<plain_store>(); }}), name_of);

} // namespace
} // namespace rinha::pessoas
