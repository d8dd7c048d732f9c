#include "unit/pessoas/repository_contract.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>
#include <vector>

namespace rinha::pessoas {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct search_case
{
    const char* rule;
    const char* term;
    std::vector<std::string> found; // apelidos, in order
};

TEST_P(RepositoryContract, SearchFindsSubstringsOfApelidoNomeAndStack)
{
    insert_new(draft_of("maria", "José da Silva", R"(["Java","c#","日本語"])"));
    insert_new(draft_of("STRASSE", "Ana Barbosa", "null"));
    insert_new(draft_of("straße", "Σίσυφος", "[]"));
    insert_new(draft_of("100%_a", R"(O'Brien\ (x) * "q" ? $1)", R"(["a, b","{c}","~!@"])"));

    const std::vector<search_case> cases{
        {"in the apelido", "mari", {"maria"}},
        {"in the nome", "silva", {"maria"}},
        {"in an item", "java", {"maria"}},
        {"the whole of a field", "c#", {"maria"}},
        {"at the end", "osa", {"STRASSE"}},
        {"in the middle", "arb", {"STRASSE"}},
        {"a blank", " ", {"maria", "STRASSE", "100%_a"}},
        {"blanks and letters", "é da s", {"maria"}},
        {"nothing like it", "xyz", {}},
        {"longer than any match", "mariana", {}},
        {"lower case finds upper case", "ana b", {"STRASSE"}},
        {"upper case finds lower case", "JAVA", {"maria"}},
        {"full folding, from the term", "STRASSE", {"STRASSE", "straße"}},
        {"full folding, from the text", "STRAẞE", {"STRASSE", "straße"}},
        {"half of a folded letter", "ras", {"STRASSE", "straße"}},
        {"both small sigmas", "σίσυφοσ", {"straße"}},
        {"accents count", "jose", {}},
        {"accents are found", "JOSÉ", {"maria"}},
        {"no normalisation", "Jose\u0301", {}},
        {"one letter", "j", {"maria"}},
        {"one digit", "1", {"100%_a"}},
        {"one letter of three bytes", "本", {"maria"}},
        {"two letters of three bytes", "本語", {"maria"}},
        {"a symbol", "#", {"maria"}},
        {"symbols only", "~!@", {"100%_a"}},
        {"%", "%", {"100%_a"}},
        {"% is no pattern", "m%a", {}},
        {"_", "_", {"100%_a"}},
        {"_ is no pattern", "mar_a", {}},
        {"\\", "\\", {"100%_a"}},
        {"'", "'", {"100%_a"}},
        {"\"", "\"q\"", {"100%_a"}},
        {"(", "(x)", {"100%_a"}},
        {"*", "* \"", {"100%_a"}},
        {"* is no pattern", "mar*", {}},
        {"?", "?", {"100%_a"}},
        {"$", "$1", {"100%_a"}},
        {"a comma", "a, b", {"100%_a"}},
        {"braces", "{c}", {"100%_a"}},
        {"words of a query language", "AND", {}},
        {"the JSON of the stack is not searched", "\",\"", {}},
        {"nor its brackets", "[", {}},
        {"nor null", "null", {}},
    };
    for (const auto& each : cases)
        EXPECT_EQ(apelidos_found(each.term), each.found) << each.rule << ": " << each.term;
}

TEST_P(RepositoryContract, SearchFindsNothingAcrossFieldsOrItems)
{
    insert_new(draft_of("abc", "def", R"(["ghi","jkl"])"));
    insert_new(draft_of("x\x03y", "\x01\x02", R"(["\u0003","\u0001\u0001","\u0002\u0002"])"));

    for (const char* across : {"cd", "abcdef", "fg", "il", "hij",
                               "c\x03"
                               "d",
                               "c\x01"
                               "d",
                               "f g", "i\nj", "c d", "c,d"})
        EXPECT_THAT(apelidos_found(across), IsEmpty()) << across;
    for (const char* control : {"\x01", "\x02", "\x03", "x\x03y", "\x01\x02", "\x01\x01", "\x02\x02"})
        EXPECT_THAT(apelidos_found(control), ElementsAre("x\x03y")) << static_cast<int>(control[0]);
    for (const char* absent : {"\x02\x01", "\x03\x03", "\x01\x03", "\x03\x01", "y\x01", "\x01\x01\x01", "\x02\x03"})
        EXPECT_THAT(apelidos_found(absent), IsEmpty()) << static_cast<int>(absent[0]);
}

TEST_P(RepositoryContract, SearchFindsOnlyTheWholeTermNotItsParts)
{
    insert_new(draft_of("abcab", "bcabc cab"));

    EXPECT_THAT(apelidos_found("abcabc"), IsEmpty()); // all its sequences of three letters are there
    EXPECT_THAT(apelidos_found("bcabc"), ElementsAre("abcab"));
}

TEST_P(RepositoryContract, SearchGivesTheFirstFiftyInTheOrderOfCreation)
{
    std::vector<std::string> first;
    for (int i = 0; i < 51; ++i) {
        const auto apelido = std::to_string(1'000 - i); // descending
        insert_new(draft_of(apelido, i % 2 == 0 ? "Comum" : "COMUM"));
        if (first.size() < search_limit)
            first.push_back(apelido);
    }
    insert_new(draft_of("outro", "Raro"));

    EXPECT_EQ(apelidos_found("comum"), first);
    EXPECT_EQ(apelidos_found("c"), first);
    EXPECT_THAT(apelidos_found("raro"), ElementsAre("outro"));

    const auto persons = search("comum");
    EXPECT_TRUE(std::ranges::is_sorted(persons, {}, &person::id));
}

TEST_P(RepositoryContract, SearchGivesWholePersons)
{
    const auto value = draft_of("ana", "Ana", R"(["b","a"])");
    const uuid id = insert_new(value);

    const auto found = search("ana");

    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].id, id);
    EXPECT_EQ(found[0].nome, value.nome);
    EXPECT_EQ(found[0].nascimento, value.nascimento);
    EXPECT_EQ(found[0].stack, value.stack);
}

TEST_P(RepositoryContract, SearchFindsAPersonRightAfterTheAnswer)
{
    for (int i = 0; i < 200; ++i) {
        const auto apelido = "agora" + std::to_string(i) + "!";
        insert_new(draft_of(apelido));
        ASSERT_THAT(apelidos_found(apelido), ElementsAre(apelido));
    }
}

TEST_P(RepositoryContract, SearchTakesTermsOfAnyLength)
{
    const std::string longest_nome(100, 'n');
    insert_new(draft_of("ana", longest_nome));

    EXPECT_THAT(apelidos_found(longest_nome), ElementsAre("ana"));
    EXPECT_THAT(apelidos_found(longest_nome + "n"), IsEmpty());
    EXPECT_THAT(apelidos_found(std::string(8'000, 'n')), IsEmpty());
}

// Folding makes three characters of one (ΐ), as long as a nome can become.
TEST_P(RepositoryContract, SearchFindsTheLongestFoldedNome)
{
    std::string nome;
    for (int i = 0; i < 100; ++i)
        nome += "\u0390";
    insert_new(draft_of("ana", nome));

    EXPECT_THAT(apelidos_found(nome), ElementsAre("ana"));
    EXPECT_THAT(apelidos_found("\u0390"), ElementsAre("ana"));
}

TEST_P(RepositoryContract, PersonsOfAlmost64KiBAreStoredAndFound)
{
    std::string stack = "[";
    std::vector<std::string> items;
    while (stack.size() < 64'000) {
        auto item = std::to_string(items.size() * 7'919'017);
        item.resize(32, static_cast<char>('a' + items.size() % 26));
        stack += (items.empty() ? "\"" : ",\"") + item + '"';
        items.push_back(item);
    }
    stack += ']';
    insert_new(draft_of("before"));
    const uuid id = insert_new(draft_of("long", "Muito", stack));
    insert_new(draft_of("after"));

    EXPECT_EQ(find(id)->stack, stack);
    for (const std::size_t item : {std::size_t{0}, items.size() / 2, items.size() - 1})
        EXPECT_THAT(apelidos_found(items[item]), ElementsAre("long")) << item;
    EXPECT_THAT(apelidos_found(items[0] + items[1]), IsEmpty());
    EXPECT_THAT(apelidos_found("muito"), ElementsAre("long"));
}

} // namespace
} // namespace rinha::pessoas
