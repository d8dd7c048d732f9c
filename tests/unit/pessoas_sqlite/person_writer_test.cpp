#include "pessoas_sqlite/person_writer.hpp"

#include "pessoas_sqlite/person_reader.hpp"
#include "rinha/pessoas/error.hpp"
#include "unit/pessoas_sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace rinha::pessoas_sqlite {
namespace {

class PersonWriter : public testing::Test
{
protected:
    result<std::optional<uuid>> insert(std::string apelido)
    {
        const std::string text = apelido + "\x03nome\x03java";
        return writer_.insert({std::move(apelido), "Nome", date{std::chrono::year(2000) / 1 / 1}, R"(["Java"])"}, text);
    }

    void insert_alone(std::string apelido)
    {
        auto transaction = writer_.begin().value();
        insert(std::move(apelido)).value();
        writer_.commit(transaction).value();
    }

    std::uint64_t count() { return reader_.count().value(); }

    std::int64_t integer(std::string_view sql)
    {
        return sqlite::database::open(settings_.path, sqlite::open_mode::existing)->integer(sql).value();
    }

    support::temporary_folder folder_;
    store_settings settings_{.path = folder_.file("pessoas.db"), .checkpoint_pages = 100};
    person_writer writer_ = person_writer::open(settings_, sqlite::open_mode::create).value();
    person_reader reader_ = person_reader::open(settings_).value();
};

TEST_F(PersonWriter, CountsOnlyWhomItCreated)
{
    auto transaction = writer_.begin().value();
    EXPECT_TRUE(insert("ana").value());
    EXPECT_FALSE(insert("ana").value()); // taken
    EXPECT_TRUE(insert("bia").value());
    EXPECT_EQ(count(), 0U);
    writer_.commit(transaction).value();

    EXPECT_EQ(count(), 2U);
    EXPECT_EQ(integer("SELECT count(*) FROM pessoas"), 2);
}

TEST_F(PersonWriter, LeavesNothingOfATransactionThatIsNotCommitted)
{
    {
        const auto transaction = writer_.begin().value();
        insert("ana").value();
    }
    insert_alone("bia");

    EXPECT_EQ(count(), 1U);
    EXPECT_EQ(reader_.search("ana")->size(), 0U);
    EXPECT_EQ(reader_.search("nome")->size(), 1U);
}

TEST_F(PersonWriter, NumbersPersonsInTheOrderOfTheirIds)
{
    auto transaction = writer_.begin().value();
    for (const char* each : {"c", "a", "c", "b"})
        insert(each).value();
    writer_.commit(transaction).value();

    EXPECT_EQ(integer("SELECT group_concat(ordem, '') FROM (SELECT ordem FROM pessoas ORDER BY id)"), 123);
    EXPECT_EQ(reader_.search("nome")->back().apelido, "b");
}

// FTS5 keeps the index in parts, which each search looks through.
TEST_F(PersonWriter, AddsOnePartToTheIndexForABatchAndMergesThemAsItGoes)
{
    constexpr auto parts = "SELECT count(DISTINCT segid) FROM pessoas_busca_idx";
    auto transaction = writer_.begin().value();
    for (int i = 0; i < 50; ++i)
        insert(std::to_string(i)).value();
    writer_.commit(transaction).value();
    EXPECT_EQ(integer(parts), 1);

    for (int i = 50; i < 500; ++i)
        insert_alone(std::to_string(i));
    EXPECT_LE(integer(parts), 16);
}

TEST_F(PersonWriter, KeepsTheLogShort)
{
    std::uintmax_t longest = 0;
    for (int i = 0; i < 300; ++i) {
        insert_alone(std::to_string(i));
        writer_.tidy();
        longest = std::max(longest, std::filesystem::file_size(settings_.path + "-wal"));
    }
    EXPECT_LT(longest, 200U * 4'096);
    EXPECT_GT(longest, 100U * 4'096); // it was long enough to need it
}

TEST_F(PersonWriter, KeepsTheCountWhereAPersonIsDeletedByHand)
{
    insert_alone("ana");
    insert_alone("bia");
    auto by_hand = sqlite::database::open(settings_.path, sqlite::open_mode::existing).value();
    by_hand.execute("DELETE FROM pessoas WHERE apelido = 'bia'").value();

    EXPECT_EQ(count(), 1U);
    EXPECT_EQ(reader_.search("bia")->size(), 0U);
    insert_alone("caio"); // takes the row of the one who is gone
    EXPECT_EQ(reader_.search("bia")->size(), 0U);
    EXPECT_EQ(reader_.search("caio")->size(), 1U);
}

TEST_F(PersonWriter, ProbesWithoutAChange)
{
    insert_alone("ana");
    auto transaction = writer_.begin().value();
    writer_.probe(transaction).value();

    EXPECT_EQ(count(), 1U);
}

} // namespace
} // namespace rinha::pessoas_sqlite
