#include "unit/pessoas/repository_contract.hpp"

#include "rinha/pessoas/error.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace rinha::pessoas {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

draft draft_of(std::string apelido, std::string nome, std::string stack)
{
    return {std::move(apelido), std::move(nome), 1985y / 9 / 23, std::move(stack)};
}

void PrintTo(const store_kind& kind, std::ostream* out) { *out << kind.name; }

std::string name_of(const testing::TestParamInfo<store_kind>& info) { return info.param.name; }

RepositoryContract::RepositoryContract()
    : store_(GetParam().make())
    , persons_(store_->connect(io_))
{
}

RepositoryContract::~RepositoryContract() = default;

result<uuid> RepositoryContract::insert(draft value) { return io_.run(persons_->insert(std::move(value))); }

uuid RepositoryContract::insert_new(const draft& value) { return insert(value).value(); }

result<person> RepositoryContract::find(const uuid& id) { return io_.run(persons_->find(id)); }

std::vector<person> RepositoryContract::search(std::string_view term)
{
    return io_.run(persons_->search(std::string(term))).value();
}

std::vector<std::string> RepositoryContract::apelidos_found(std::string_view term)
{
    std::vector<std::string> apelidos;
    for (auto& each : search(term))
        apelidos.push_back(std::move(each.apelido));
    return apelidos;
}

std::uint64_t RepositoryContract::count() { return io_.run(persons_->count()).value(); }

std::vector<result<uuid>> RepositoryContract::insert_all(const std::vector<draft>& values)
{
    std::vector<awaitable<result<uuid>>> all;
    for (const draft& each : values)
        all.push_back(persons_->insert(each));
    return io_.run_all(std::move(all));
}

namespace {

void expect_same(const person& found, const draft& expected)
{
    EXPECT_EQ(found.apelido, expected.apelido);
    EXPECT_EQ(found.nome, expected.nome);
    EXPECT_EQ(found.nascimento, expected.nascimento);
    EXPECT_EQ(found.stack, expected.stack);
}

std::string repeated(std::string_view text, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

TEST_P(RepositoryContract, IsEmptyAtFirst)
{
    EXPECT_EQ(count(), 0U);
    EXPECT_EQ(find(uuid{}).error(), errc::not_found);
    EXPECT_THAT(search("a"), IsEmpty());
}

TEST_P(RepositoryContract, GivesBackExactlyWhatWasStored)
{
    const std::vector<draft> drafts{
        {"ana", "Ana Barbosa", 1985y / 9 / 23, R"(["C++","Node"])"},
        {"josé", "José Ninguém", 1y / 1 / 1, "null"},
        {"a", " ", 9999y / 12 / 31, "[]"},
        {" blanks around ", "\tnothing is trimmed\n", 2000y / 2 / 29, R"([" "])"},
        {repeated("😀", 32), repeated("é", 100), 1900y / 2 / 28, "[\"" + repeated("日", 32) + "\"]"},
        {"e\u0301", "NFD stays NFD, \u00e9 stays \u00e9", 1970y / 1 / 1, "null"},
        {"\x01\x02\x03\x1b\x7f", "controls \x01 \x02 \x03", 1999y / 12 / 31, R"(["\u0001","\u0003\u0002"])"},
        {"'; DROP TABLE pessoas; --", R"(quo"tes' and \back\slashes)", 2023y / 8 / 1, R"(["a,b","c\"d","e\\f","{g}"])"},
        {"%_*$1?", "NULL", 2024y / 2 / 29, R"(["null","NULL"])"},
        {"order", "repeats", 2001y / 1 / 1, R"(["b","a","b","b"])"},
        {"\U0010FFFF\uFFFD\uFEFF", "\u202eright to left", 2001y / 1 / 1, "[\"\uFEFF\"]"},
    };
    std::vector<uuid> ids;
    for (const draft& each : drafts)
        ids.push_back(insert_new(each));

    for (std::size_t i = 0; i < drafts.size(); ++i) {
        const auto found = find(ids[i]);
        ASSERT_TRUE(found) << drafts[i].apelido;
        EXPECT_EQ(found->id, ids[i]);
        expect_same(*found, drafts[i]);
    }
    EXPECT_EQ(count(), drafts.size());
}

TEST_P(RepositoryContract, MakesIdsOfVersion7InTheOrderOfCreation)
{
    uuid last{};
    for (int i = 0; i < 50; ++i) {
        const uuid id = insert_new(draft_of("p" + std::to_string(i)));
        EXPECT_EQ(id.data[6] >> 4, 7) << to_string(id);
        EXPECT_LT(last, id);
        last = id;
    }
}

TEST_P(RepositoryContract, FindsNobodyByAnUnknownId)
{
    uuid id = insert_new(draft_of("ana"));
    id.data[15] ^= 1;

    EXPECT_EQ(find(id).error(), errc::not_found);
}

TEST_P(RepositoryContract, RefusesTheSecondUseOfAnApelido)
{
    const uuid first = insert_new(draft_of("ana", "The first"));

    EXPECT_EQ(insert(draft_of("ana", "The second")).error(), errc::apelido_taken);

    EXPECT_EQ(find(first)->nome, "The first");
    EXPECT_EQ(count(), 1U);
    EXPECT_THAT(apelidos_found("second"), IsEmpty());
}

TEST_P(RepositoryContract, ComparesApelidosExactly)
{
    const std::vector<std::string> apelidos{"ana",  "ANA",    "Ana",     "aná",      "ana\u0301", "ana ",
                                            " ana", "straße", "strasse", "\uFF41na", "a\x01",     "a"};
    for (const auto& each : apelidos)
        EXPECT_TRUE(insert(draft_of(each))) << each;
    for (const auto& each : apelidos)
        EXPECT_EQ(insert(draft_of(each)).error(), errc::apelido_taken) << each;
    EXPECT_EQ(count(), apelidos.size());
}

TEST_P(RepositoryContract, OfManyAtOnceWithOneApelidoOneWins)
{
    std::vector<draft> rivals;
    for (int i = 0; i < 50; ++i)
        rivals.push_back(draft_of("ana", "Rival " + std::to_string(i)));

    const auto ends = insert_all(rivals);

    const auto is_winner = [](const auto& end) { return end.has_value(); };
    ASSERT_EQ(std::ranges::count_if(ends, is_winner), 1);
    for (const auto& each : ends)
        EXPECT_TRUE(each || each.error() == errc::apelido_taken) << each.error();
    const auto winner = std::ranges::find_if(ends, is_winner);
    EXPECT_EQ(find(**winner)->nome, rivals[static_cast<std::size_t>(winner - ends.begin())].nome);
    EXPECT_EQ(count(), 1U);
    EXPECT_THAT(apelidos_found("rival"), ElementsAre("ana"));
}

TEST_P(RepositoryContract, CreatesManyAtOnceInTheOrderInWhichTheyWereAskedFor)
{
    std::vector<draft> drafts;
    for (int i = 0; i < 1'000; ++i)
        drafts.push_back(draft_of(std::to_string(i * 7'919 % 1'000))); // not in the order of the apelidos

    const auto ends = insert_all(drafts);

    for (std::size_t i = 0; i < ends.size(); ++i) {
        ASSERT_TRUE(ends[i]) << ends[i].error();
        if (i > 0) {
            ASSERT_LT(*ends[i - 1], *ends[i]) << i;
        }
    }
    EXPECT_EQ(count(), drafts.size());
    expect_same(*find(*ends[500]), drafts[500]);
}

TEST_P(RepositoryContract, IsOneStoreForSeveralThreads)
{
    support::loop other_io;
    const auto others = store_->connect(other_io);
    const uuid mine = insert_new(draft_of("mine"));
    const uuid theirs = other_io.run(others->insert(draft_of("theirs"))).value();

    EXPECT_LT(mine, theirs);
    EXPECT_EQ(find(theirs)->apelido, "theirs");
    EXPECT_EQ(other_io.run(others->find(mine))->apelido, "mine");
    EXPECT_EQ(other_io.run(others->insert(draft_of("mine"))).error(), errc::apelido_taken);
    EXPECT_EQ(other_io.run(others->count()).value(), 2U);
    EXPECT_EQ(count(), 2U);
}

TEST_P(RepositoryContract, ACancelledCallEndsAndHarmsNobody)
{
    const uuid id = insert_new(draft_of("ana"));
    for (int i = 0; i < 20; ++i) {
        io_.run_cancelled(persons_->insert(draft_of("cancelled" + std::to_string(i))));
        io_.run_cancelled(persons_->find(id));
        io_.run_cancelled(persons_->search("cancelled"));
        io_.run_cancelled(persons_->count());
    }

    insert_new(draft_of("bia")); // comes after all that may still be on its way

    // Each of the cancelled ones was created or was not, and which it is does not change.
    const auto created = apelidos_found("cancelled");
    EXPECT_EQ(count(), 2 + created.size());
    for (const auto& each : created)
        EXPECT_EQ(insert(draft_of(each)).error(), errc::apelido_taken) << each;
    EXPECT_EQ(find(id)->apelido, "ana");
}

} // namespace
} // namespace rinha::pessoas
