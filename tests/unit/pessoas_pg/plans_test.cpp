#include "instance.hpp"

#include "pessoas_pg/connections.hpp"
#include "pessoas_pg/like.hpp"
#include "pessoas_pg/statements.hpp"
#include "rinha/pg/session.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <string_view>

namespace rinha::pessoas_pg {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// Of the plan that is right for a common term the one for a rare one takes 150 times as long, and the other way round.
class Plans : public testing::Test
{
protected:
    static void SetUpTestSuite()
    {
        database_ = new pg::session(prepared_database());
        const auto is_filled = database_->run(R"(
            INSERT INTO pessoas (id, nascimento, busca, apelido, nome)
            SELECT lpad(to_hex(i), 32, '0')::uuid, '2000-01-01', md5(i::text) || E'\x03comum', i::text, 'Nome'
            FROM generate_series(1, 20000) AS i;
            ANALYZE pessoas; ANALYZE pessoas_trechos;
            SET plan_cache_mode = force_custom_plan)");
        ASSERT_TRUE(is_filled) << database_->why();
    }

    static void TearDownTestSuite() { delete database_; }

    static std::string plan(const pg::statement& what, const std::string& term)
    {
        const auto lines =
            database_->run(fmt::format("DEALLOCATE ALL; PREPARE asked (text) AS {}; EXPLAIN EXECUTE asked ('{}')",
                                       what.sql, pattern_containing(term)));
        std::string text;
        for (const auto& each : lines.value())
            text += each + '\n';
        return text;
    }

private:
    static inline pg::session* database_ = nullptr;
};

TEST_F(Plans, ACommonTermWalksThePrimaryKey)
{
    EXPECT_THAT(plan(statements::search, "comum"),
                AllOf(HasSubstr("Index Scan using pessoas_pkey"), Not(HasSubstr("pessoas_busca"))));
}

TEST_F(Plans, ARareTermAsksTheTrigramIndex)
{
    EXPECT_THAT(plan(statements::search, "c4ca4238a0b9"), HasSubstr("on pessoas_busca"));
}

TEST_F(Plans, ATermWithoutTrigramNeverAsksTheTrigramIndex)
{
    for (const char* term : {"a", "+#", "é"})
        EXPECT_THAT(plan(statements::scan, term), Not(HasSubstr("pessoas_busca"))) << term;
}

// What a connection that was there before the first persons goes on with.
std::string plan_in_a_small_table(const pg::connection_settings& connection, const pg::statement& what,
                                  std::string_view type, std::string_view argument)
{
    pg::session database(prepared_database());
    for (const auto& [name, value] : connection.session)
        EXPECT_TRUE(database.run(fmt::format("SET {} = '{}'", name, value))) << database.why();
    EXPECT_TRUE(database.run("INSERT INTO pessoas SELECT gen_random_uuid(), '2000-01-01', i, i, i, '[]' "
                             "FROM generate_series(1, 30) i; ANALYZE pessoas"))
        << database.why();
    const auto lines = database.run(fmt::format("SET plan_cache_mode = force_generic_plan; PREPARE asked ({}) AS {}; "
                                                "EXPLAIN EXECUTE asked ({})",
                                                type, what.sql, argument));
    return fmt::format("{}", fmt::join(lines.value(), "\n"));
}

TEST(PlansInASmallTable, AskTheIndexForPersonsByTheirIds)
{
    EXPECT_THAT(plan_in_a_small_table(reading({}), statements::find, "uuid", "gen_random_uuid()"),
                AllOf(HasSubstr("pessoas_pkey"), Not(HasSubstr("Seq Scan"))));
    EXPECT_THAT(plan_in_a_small_table(writing({}), statements::existing, "uuid[]", "ARRAY[gen_random_uuid()]"),
                AllOf(HasSubstr("pessoas_pkey"), Not(HasSubstr("Seq Scan"))));
}

} // namespace
} // namespace rinha::pessoas_pg
