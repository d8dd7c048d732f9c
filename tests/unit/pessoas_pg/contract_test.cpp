#include "instance.hpp"

#include "unit/pessoas/plain_repository.hpp"
#include "unit/pessoas/repository_agreement.hpp"
#include "unit/pessoas/repository_contract.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <memory>
#include <string>

namespace rinha::pessoas_pg {
namespace {

class postgres_store final : public pessoas::tested_store
{
public:
    std::unique_ptr<pessoas::repository> connect(support::loop& io) override
    {
        auto persons = std::make_unique<repository>(io.executor(), settings{.conninfo = database_}, metrics_);
        persons->run();
        io.run_until([&] { return persons->is_up(); });
        return persons;
    }

private:
    metrics::registry metrics_;
    std::string database_ = prepared_database();
};

} // namespace
} // namespace rinha::pessoas_pg

namespace rinha::pessoas {
namespace {

using pessoas_pg::postgres_store;

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryContract,
                         testing::Values(store_kind{"Postgres", [] { return std::make_unique<postgres_store>(); }}),
                         name_of);

class PostgresAgreement : public testing::TestWithParam<std::uint32_t>
{
protected:
    postgres_store store_;
    support::loop io_;
    std::unique_ptr<repository> persons_ = store_.connect(io_);
};

TEST_P(PostgresAgreement, WithThePlainestStore)
{
    plain_repository plain;

    expect_agreement(*persons_, plain, io_, GetParam(), 300);
}

TEST_P(PostgresAgreement, WithSqlite)
{
    pessoas_sqlite::opened_store file;
    pessoas_sqlite::repository others(*file.kept, io_.executor());

    expect_agreement(*persons_, others, io_, GetParam(), 300);
}

INSTANTIATE_TEST_SUITE_P(Seeds, PostgresAgreement, testing::Range(1U, 5U));

} // namespace
} // namespace rinha::pessoas
