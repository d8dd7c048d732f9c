#include "rinha/pessoas/search_text.hpp"

#include "rinha/core/json.hpp"
#include "rinha/core/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace rinha::pessoas {
namespace {

draft with(std::string apelido, std::string nome, const std::vector<std::string>& items)
{
    std::string stack = "[";
    for (const auto& item : items) {
        if (stack.size() > 1)
            stack += ',';
        append_json_string(stack, item);
    }
    return {std::move(apelido), std::move(nome), date(), stack + "]"};
}

// What the two columns are for: a plain search of bytes.
bool finds(const draft& value, std::string_view term)
{
    const auto pieces = search_pieces(value);
    const auto wanted = search_term(term);
    return !wanted.empty() && std::ranges::any_of(pieces, [&](const std::string& piece) {
        return piece.find(wanted) != std::string::npos;
    });
}

// Every string over the alphabet of 0 to `longest` symbols.
std::vector<std::string> all_strings(std::string_view alphabet, std::size_t longest)
{
    std::vector<std::string> all{""};
    for (std::size_t i = 0; i < all.size() && all[i].size() < longest; ++i) {
        for (const char symbol : alphabet)
            all.push_back(all[i] + symbol);
    }
    return all;
}

constexpr std::string_view symbols = "\x01\x02\x03x";

TEST(SearchText, FindsATermInEachField)
{
    const auto ana = with("ana", "Ana Barbosa", {"C++", "node.js"});
    for (const auto term : {"an", "barb", "BOSA", "c++", "NODE", "a b", "."})
        EXPECT_TRUE(finds(ana, term)) << term;
    for (const auto term : {"anaana", "ana ana barbosa", "sac", "nodejs", "C#", "%", "_", "null"})
        EXPECT_FALSE(finds(ana, term)) << term;
}

TEST(SearchText, FoldsBothSides)
{
    EXPECT_TRUE(finds(with("a", "Straße", {}), "STRASSE"));
    EXPECT_TRUE(finds(with("a", "STRASSE", {}), "straße"));
    EXPECT_TRUE(finds(with("a", "José", {}), "JOSÉ"));
    EXPECT_FALSE(finds(with("a", "José", {}), "jose"));
}

TEST(SearchText, FindsAPersonWithoutStackByTheNames)
{
    EXPECT_TRUE(finds({"ana", "Ana", date(), "null"}, "ana"));
    EXPECT_FALSE(finds({"ana", "Ana", date(), "null"}, "null"));
    EXPECT_TRUE(finds(with("ana", "Ana", {}), "ana"));
}

struct term
{
    std::string sent;
    std::string searched;
};

std::vector<term> all_terms()
{
    std::vector<term> terms;
    for (auto& sent : all_strings(symbols, 4)) {
        if (!sent.empty())
            terms.push_back({sent, search_term(sent)});
    }
    return terms;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

TEST(SearchText, FindsATermInAFieldAsAPlainSearchDoes)
{
    const auto terms = all_terms();
    for (const auto& field : all_strings(symbols, 6)) {
        const auto column = search_pieces(with("", "", {field})).front();
        for (const auto& [sent, searched] : terms)
            ASSERT_EQ(contains(column, searched), contains(field, sent))
                << testing::PrintToString(field) << " " << testing::PrintToString(sent);
    }
}

TEST(SearchText, NeverFindsATermAcrossFields)
{
    const auto terms = all_terms();
    const auto fields = all_strings(symbols, 3);
    for (const auto& nome : fields) {
        for (const auto& item : fields) {
            const auto column = search_pieces(with("", nome, {item})).front();
            for (const auto& [sent, searched] : terms)
                ASSERT_EQ(contains(column, searched), contains(nome, sent) || contains(item, sent))
                    << testing::PrintToString(nome) << " " << testing::PrintToString(item) << " "
                    << testing::PrintToString(sent);
        }
    }
}

TEST(SearchPieces, AreCutAtTheBordersOfFields)
{
    std::vector<std::string> items(2'000);
    for (std::size_t i = 0; i < items.size(); ++i)
        items[i] = "item " + std::to_string(i);
    const auto pieces = search_pieces(with("ana", "Ana", items));

    std::string joined;
    for (const auto& piece : pieces) {
        EXPECT_LE(piece.size(), piece_limit);
        EXPECT_GT(piece.size(), piece_limit - 20); // as few as can be, but for the last
        joined += (joined.empty() ? "" : "\x03") + piece;
        if (&piece == &pieces[pieces.size() - 2])
            break;
    }
    joined += "\x03" + pieces.back();

    std::string expected = "ana\x03"
                           "ana";
    for (const auto& item : items)
        expected += "\x03" + item;
    EXPECT_EQ(joined, expected);
}

TEST(SearchPieces, TakeTheItemsForWhatTheyAreWhateverTheirJson)
{
    const std::vector<std::vector<std::string>> stacks{
        {}, {"c"}, {"a,b", "[c]", "null", " "}, {"\"", "\",\"", "c"}, {"\\", "c\\d", "c\n", "\x1f"}};
    for (const auto& items : stacks) {
        std::string expected = "ana\x03"
                               "ana";
        for (const auto& item : items)
            expected += "\x03" + item;
        EXPECT_EQ(search_pieces(with("ana", "Ana", items)), std::vector{expected});
    }
    draft without = with("ana", "Ana", {});
    without.stack = "null";
    EXPECT_EQ(search_pieces(without).size(), 1U);
}

TEST(SearchPieces, FillAPieceToTheLimit)
{
    // 3 + 1 + 3 bytes, then items of 1 + 32: to 1,999 with 60 of 32 and one of 11.
    std::vector<std::string> items(60, std::string(32, 'i'));
    items.emplace_back(12, 'i');
    const auto full = search_pieces(with("ana", "ana", items));
    ASSERT_EQ(full.size(), 1U);
    EXPECT_EQ(full.front().size(), piece_limit);

    items.back() += 'i';
    EXPECT_EQ(search_pieces(with("ana", "ana", items)).size(), 2U);
}

TEST(SearchPieces, HoldTheLongestFieldWhole)
{
    std::string nome;
    for (int i = 0; i < 100; ++i)
        nome += "\u0390"; // folds to three code points of two bytes each
    EXPECT_EQ(search_pieces(with("a", nome, {})).size(), 1U);
    EXPECT_TRUE(finds(with("a", nome, {}), nome));
}

TEST(SearchTerm, IsEmptyWhenLongerThanAnyField)
{
    EXPECT_EQ(search_term(std::string(300, 'a')), std::string(300, 'a'));
    EXPECT_EQ(search_term(std::string(301, 'a')), "");
    EXPECT_EQ(search_term(std::string(300, '\x01')).size(), 1'200U);
    std::string expanding;
    for (int i = 0; i < 101; ++i)
        expanding += "\u0390";
    EXPECT_EQ(search_term(expanding), "");
}

} // namespace
} // namespace rinha::pessoas
