#include "unit/pessoas/repository_agreement.hpp"

#include "rinha/core/json.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace rinha::pessoas {
namespace {

// Few enough that texts are often alike, and all that has ever been treated differently by somebody.
const std::vector<std::string> alphabet{"a",  "A",  "b", "e\u0301", "é",      "É",      "ß",    "s",    "ẞ",
                                        "σ",  "ς",  "İ", "i",       " ",      "%",      "_",    "'",    "\"",
                                        "*",  "\\", ",", "日",      "😀",     "Ǆ",      "\x01", "\x02", "\x03",
                                        "\t", "0",  "[", "(",       "\u0390", "\uFEFF", "-",    ":",    "\x7f"};

class twins
{
public:
    twins(repository& one, repository& other, support::loop& io, std::uint32_t seed)
        : one_(one)
        , other_(other)
        , io_(io)
        , random_(seed)
    {
    }

    void step()
    {
        switch (below(10)) {
        case 0:
        case 1:
        case 2:
            return create(1);
        case 3:
            return create(1 + below(40));
        case 4:
        case 5:
            return find();
        case 6:
            return count();
        default:
            return search();
        }
    }

private:
    std::size_t below(std::size_t end) { return random_() % end; }

    std::string text(std::size_t longest)
    {
        std::string made;
        for (std::size_t length = 1 + below(longest); length > 0; --length)
            made += alphabet[below(alphabet.size())];
        return made;
    }

    std::string stack()
    {
        const std::size_t size = below(5);
        if (size == 4)
            return "null";
        std::string made = "[";
        for (std::size_t i = 0; i < size; ++i) {
            made += i == 0 ? "" : ",";
            append_json_string(made, text(4));
        }
        return made + ']';
    }

    void create(std::size_t persons)
    {
        using namespace std::chrono_literals;
        std::vector<awaitable<result<uuid>>> in_one;
        std::vector<awaitable<result<uuid>>> in_other;
        for (; persons > 0; --persons) {
            draft value{text(2), text(6), 2000y / 1 / std::chrono::day(static_cast<unsigned>(1 + below(28))), stack()};
            in_one.push_back(one_.insert(value));
            in_other.push_back(other_.insert(std::move(value)));
        }
        const auto ends_in_one = io_.run_all(std::move(in_one));
        const auto ends_in_other = io_.run_all(std::move(in_other));
        for (std::size_t i = 0; i < ends_in_one.size(); ++i) {
            const auto& [end, twin] = std::pair(ends_in_one[i], ends_in_other[i]);
            ASSERT_EQ(end.has_value(), twin.has_value());
            if (end)
                ids_.emplace_back(*end, *twin);
            else
                ASSERT_EQ(end.error(), twin.error());
        }
    }

    void find()
    {
        const std::size_t which = below(ids_.size() + 1); // the last one is nobody
        const auto [id, twin_id] = which < ids_.size() ? ids_[which] : std::pair<uuid, uuid>();
        const auto found = io_.run(one_.find(id));
        const auto twin = io_.run(other_.find(twin_id));
        ASSERT_EQ(found.has_value(), twin.has_value());
        if (found)
            expect_same(*found, *twin);
        else
            ASSERT_EQ(found.error(), twin.error());
    }

    void count() { ASSERT_EQ(io_.run(one_.count()).value(), io_.run(other_.count()).value()); }

    void search()
    {
        const auto term = text(3);
        const auto found = io_.run(one_.search(term)).value();
        const auto others = io_.run(other_.search(term)).value();
        ASSERT_EQ(found.size(), others.size()) << testing::PrintToString(term);
        for (std::size_t i = 0; i < found.size(); ++i)
            expect_same(found[i], others[i]);
    }

    static void expect_same(const person& one, const person& other)
    {
        EXPECT_EQ(one.apelido, other.apelido);
        EXPECT_EQ(one.nome, other.nome);
        EXPECT_EQ(one.nascimento, other.nascimento);
        EXPECT_EQ(one.stack, other.stack);
    }

    repository& one_;
    repository& other_;
    support::loop& io_;
    std::mt19937 random_;
    std::vector<std::pair<uuid, uuid>> ids_; // of one person in each
};

} // namespace

void expect_agreement(repository& one, repository& other, support::loop& io, std::uint32_t seed, int steps)
{
    twins both(one, other, io, seed);
    for (int i = 0; i < steps; ++i) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", step " + std::to_string(i));
        both.step();
        if (testing::Test::HasFailure())
            return;
    }
}

} // namespace rinha::pessoas
