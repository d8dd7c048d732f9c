#include "instance.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas_pg/error.hpp"

#include <gmock/gmock.h>

#include <string>
#include <vector>

namespace rinha::pessoas_pg {
namespace {

using pessoas::person;
using support::io_loop;

class Repository : public testing::Test
{
protected:
    std::string database_ = prepared_database();
    io_loop loop_;
    instance persons_{loop_, {.conninfo = database_}};

    std::vector<std::string> found_by(std::string term)
    {
        std::vector<std::string> apelidos;
        for (const person& each : loop_.run(persons_->search(std::move(term))).value())
            apelidos.push_back(each.apelido);
        return apelidos;
    }
};

TEST_F(Repository, ReadsAPersonBackExactly)
{
    const auto asked = draft_of("ana", " ", R"(["a, b","\"\\","\u0001\n"," ","C#"])");
    const auto id = loop_.run(persons_->insert(asked)).value();

    const auto found = loop_.run(persons_->find(id)).value();
    EXPECT_EQ(found.id, id);
    EXPECT_EQ(found.apelido, asked.apelido);
    EXPECT_EQ(found.nome, asked.nome);
    EXPECT_EQ(found.nascimento, asked.nascimento);
    EXPECT_EQ(found.stack, asked.stack);
}

TEST_F(Repository, ASecondUseOfAnApelidoIsTaken)
{
    ASSERT_TRUE(loop_.run(persons_->insert(draft_of("ana"))));

    EXPECT_EQ(loop_.run(persons_->insert(draft_of("ana"))).error(), pessoas::errc::apelido_taken);
}

TEST_F(Repository, FindsByShortAndLongTerms)
{
    loop_.run(persons_->insert(draft_of("ana", "Ana Ção", R"(["C++"])")));
    loop_.run(persons_->insert(draft_of("bia", "Bia 100%", R"(["Go"])")));

    EXPECT_THAT(found_by("ção"), testing::ElementsAre("ana"));
    EXPECT_THAT(found_by("+"), testing::ElementsAre("ana"));
    EXPECT_THAT(found_by("GO"), testing::ElementsAre("bia"));
    EXPECT_THAT(found_by("%"), testing::ElementsAre("bia"));
    EXPECT_THAT(found_by("ia"), testing::ElementsAre("bia"));
    EXPECT_THAT(found_by("a_a"), testing::IsEmpty());
    EXPECT_EQ(loop_.run(persons_->count()).value(), 2U);
}

} // namespace
} // namespace rinha::pessoas_pg
