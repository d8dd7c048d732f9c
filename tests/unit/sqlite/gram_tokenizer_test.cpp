#include "rinha/sqlite/gram_tokenizer.hpp"

#include "unit/sqlite/opened.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

namespace rinha::sqlite {
namespace {

using rinha::support::temporary_folder;

class GramIndex : public testing::Test
{
protected:
    GramIndex()
    {
        add_gram_tokenizer(db_, '|').value();
        db_.execute("CREATE VIRTUAL TABLE grams USING fts5(text, content = '', columnsize = 0, detail = none,"
                    "                                      tokenize = 'grams')")
            .value();
    }

    void add(std::int64_t row, std::string_view text)
    {
        auto insert = db_.prepare("INSERT INTO grams(rowid, text) VALUES (?1, ?2)").value();
        insert.run(row, text).value();
    }

    std::vector<std::int64_t> find(std::string_view term)
    {
        auto search = db_.prepare("SELECT rowid FROM grams WHERE grams MATCH ?1 ORDER BY rowid").value();
        const std::string query = gram_query(term);
        auto rows = search.start(std::string_view(query));
        std::vector<std::int64_t> found;
        while (rows.next().value())
            found.push_back(rows.integer(0));
        return found;
    }

    temporary_folder folder_;
    database db_ = open_in(folder_);
};

using found = std::vector<std::int64_t>;

TEST_F(GramIndex, FindsTermsOfAnyLength)
{
    add(1, "maria");
    add(2, "mario");

    EXPECT_EQ(find("m"), (found{1, 2}));
    EXPECT_EQ(find("a"), (found{1, 2}));
    EXPECT_EQ(find("ia"), (found{1}));
    EXPECT_EQ(find("o"), (found{2}));
    EXPECT_EQ(find("ari"), (found{1, 2}));
    EXPECT_EQ(find("maria"), (found{1}));
    EXPECT_EQ(find("mariab"), (found{}));
    EXPECT_EQ(find("x"), (found{}));
}

TEST_F(GramIndex, CountsCharactersNotBytes)
{
    add(1, "é");
    add(2, "日本語");
    add(3, "a😀b");

    EXPECT_EQ(find("é"), (found{1}));
    EXPECT_EQ(find("本"), (found{2}));
    EXPECT_EQ(find("日本語"), (found{2}));
    EXPECT_EQ(find("😀"), (found{3}));
    EXPECT_EQ(find("a😀b"), (found{3}));
    EXPECT_EQ(find("è"), (found{})); // shares a byte with é
}

TEST_F(GramIndex, MakesNoGramAcrossTheSeparator)
{
    add(1, "ab|cd");

    EXPECT_EQ(find("bc"), (found{}));
    EXPECT_EQ(find("ab"), (found{1}));
    EXPECT_EQ(find("cd"), (found{1}));
}

TEST_F(GramIndex, TakesEverySymbolForACharacter)
{
    const std::string symbols = "\"'*^+-:(){}[]%_\\ AND OR NOT NEAR\t\n\x01\x02\x7f";
    add(1, symbols);
    add(2, "plain");

    for (const char c : symbols)
        EXPECT_EQ(find(std::string(1, c)).front(), 1) << static_cast<int>(c);
    EXPECT_EQ(find("\"'*"), (found{1}));
    EXPECT_EQ(find(symbols), (found{1}));
    EXPECT_EQ(find("\""), (found{1}));
    EXPECT_EQ(find("\"\""), (found{}));
}

TEST_F(GramIndex, SeesLetterCase)
{
    add(1, "Ana");

    EXPECT_EQ(find("a"), (found{1}));
    EXPECT_EQ(find("A"), (found{1}));
    EXPECT_EQ(find("N"), (found{}));
}

TEST_F(GramIndex, TakesTermsOfHundredsOfCharacters)
{
    std::string text;
    for (int i = 0; i < 600; ++i)
        text += static_cast<char>('a' + i * i % 26);
    add(1, text);

    EXPECT_EQ(find(text), (found{1}));
    EXPECT_EQ(find(text + "?"), (found{}));
}

TEST_F(GramIndex, FindsEveryRowThatHoldsTheTermWhateverTheTextsAre)
{
    std::mt19937 random(20230801); // the same texts in each run
    const std::vector<std::string> alphabet{"a", "b", "é", "日", "😀", "\"", "|"};
    const auto text_of = [&](std::size_t length, std::size_t letters) {
        std::string text;
        for (std::size_t i = 0; i < length; ++i)
            text += alphabet[random() % letters];
        return text;
    };
    std::vector<std::string> texts;
    for (std::int64_t row = 0; row < 300; ++row) {
        texts.push_back(text_of(1 + random() % 8, alphabet.size()));
        add(row, texts.back());
    }

    for (int i = 0; i < 500; ++i) {
        const auto term = text_of(1 + random() % 5, alphabet.size() - 1); // no separator
        const auto rows = find(term);
        const std::set<std::int64_t> proposed(rows.begin(), rows.end());
        for (std::size_t row = 0; row < texts.size(); ++row) {
            const bool holds = texts[row].find(term) != std::string::npos;
            const bool is_exact = term.size() <= 3; // at most three characters
            if (holds || is_exact) {
                EXPECT_EQ(proposed.contains(static_cast<std::int64_t>(row)), holds) << term << " in " << texts[row];
            }
        }
    }
}

} // namespace
} // namespace rinha::sqlite
