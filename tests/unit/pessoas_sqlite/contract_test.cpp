#include "unit/pessoas/plain_repository.hpp"
#include "unit/pessoas/repository_agreement.hpp"
#include "unit/pessoas/repository_contract.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <memory>
#include <string>

namespace rinha::pessoas_sqlite {
namespace {

class sqlite_store final : public pessoas::tested_store
{
public:
    explicit sqlite_store(store_settings with)
        : opened_(std::move(with))
    {
    }

    std::unique_ptr<pessoas::repository> connect(support::loop& io) override
    {
        return std::make_unique<repository>(*opened_.kept, io.executor());
    }

private:
    opened_store opened_;
};

} // namespace
} // namespace rinha::pessoas_sqlite

namespace rinha::pessoas {
namespace {

using pessoas_sqlite::sqlite_store;
using pessoas_sqlite::store_settings;

std::unique_ptr<tested_store> make_store(std::size_t readers)
{
    return std::make_unique<sqlite_store>(store_settings{.readers = readers});
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryContract,
                         testing::Values(store_kind{"Sqlite", [] { return make_store(2); }},
                                         store_kind{"SqliteOfOneReader", [] { return make_store(1); }}),
                         name_of);

class SqliteAgreement : public testing::TestWithParam<std::uint32_t>
{
};

TEST_P(SqliteAgreement, WithThePlainestStore)
{
    sqlite_store store({});
    support::loop io;
    const auto persons = store.connect(io);
    plain_repository plain;

    expect_agreement(*persons, plain, io, GetParam(), 300);
}

INSTANTIATE_TEST_SUITE_P(Seeds, SqliteAgreement, testing::Range(1U, 5U));

} // namespace
} // namespace rinha::pessoas
