#include "rinha/sqlite/gram_tokenizer.hpp"

#include "rinha/sqlite/error.hpp"
#include "sqlite/result_code.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <bitset>
#include <cassert>
#include <memory>

namespace rinha::sqlite {
namespace {

// Where the character after the one at `at` begins.
std::size_t after_character(std::string_view utf8, std::size_t at) noexcept
{
    const auto lead = static_cast<unsigned char>(utf8[at]);
    const std::size_t size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    return std::min(at + size, utf8.size());
}

// All tokenizers of a connection are one: its separator.
int create(void* separator, const char** /*arguments*/, int /*count*/, Fts5Tokenizer** made)
{
    *made = static_cast<Fts5Tokenizer*>(separator);
    return SQLITE_OK;
}

void destroy(Fts5Tokenizer* /*made*/) {}

void forget(void* separator) { delete static_cast<char*>(separator); }

using token_sink = int (*)(void*, int, const char*, int, int, int);

// Short grams come again and again in a long text, and each costs FTS5 a look-up: leaving out those of one or two ASCII
// characters that were seen before takes two fifths off the time for a text of 64 KiB.
class short_grams
{
public:
    bool were_seen_with(std::string_view gram)
    {
        constexpr unsigned ascii = 0x80;
        const unsigned first = static_cast<unsigned char>(gram[0]);
        const unsigned second = gram.size() > 1 ? static_cast<unsigned char>(gram[1]) : 0;
        if (gram.size() > 2 || first >= ascii || second >= ascii)
            return false;
        auto seen = seen_[first * ascii + second];
        const bool was_seen = seen;
        seen = true;
        return was_seen;
    }

private:
    std::bitset<0x80 * 0x80> seen_;
};

int index_grams(std::string_view text, char separator, void* context, token_sink sink)
{
    short_grams seen;
    for (std::size_t begin = 0; begin < text.size(); begin = after_character(text, begin)) {
        std::size_t end = begin;
        for (std::size_t length = 0; length < longest_gram && end < text.size() && text[end] != separator; ++length) {
            end = after_character(text, end);
            if (seen.were_seen_with(text.substr(begin, end - begin)))
                continue;
            const int result_code = sink(context, 0, text.data() + begin, static_cast<int>(end - begin),
                                         static_cast<int>(begin), static_cast<int>(end));
            if (result_code != SQLITE_OK)
                return result_code;
        }
    }
    return SQLITE_OK;
}

int tokenize(Fts5Tokenizer* self, void* context, int flags, const char* text, int size, token_sink sink)
{
    if ((flags & FTS5_TOKENIZE_QUERY) != 0) // one gram, made by gram_query
        return sink(context, 0, text, size, 0, size);
    const char separator = *reinterpret_cast<const char*>(self);
    return index_grams({text, static_cast<std::size_t>(size)}, separator, context, sink);
}

result<fts5_api*> find_fts5(database& in)
{
    fts5_api* found = nullptr;
    sqlite3_stmt* query = nullptr;
    int result_code = sqlite3_prepare_v2(in.handle(), "SELECT fts5(?1)", -1, &query, nullptr);
    if (result_code == SQLITE_OK)
        result_code = sqlite3_bind_pointer(query, 1, static_cast<void*>(&found), "fts5_api_ptr", nullptr);
    if (result_code == SQLITE_OK)
        sqlite3_step(query);
    result_code = sqlite3_finalize(query);
    if (result_code != SQLITE_OK)
        return error_of(result_code);
    return found != nullptr ? result<fts5_api*>(found) : errc::failed;
}

} // namespace

result<void> add_gram_tokenizer(database& to, char separator)
{
    const auto fts5 = find_fts5(to);
    if (!fts5)
        return fts5.error();
    fts5_tokenizer grams{&create, &destroy, &tokenize};
    auto context = std::make_unique<char>(separator);
    const int result_code = (*fts5)->xCreateTokenizer(*fts5, "grams", context.get(), &grams, &forget);
    if (result_code != SQLITE_OK)
        return error_of(result_code);
    context.release(); // NOLINT(bugprone-unused-return-value): the connection's now
    return {};
}

std::string gram_query(std::string_view term)
{
    assert(!term.empty());
    std::string query;
    const auto add = [&](std::string_view gram) {
        query += query.empty() ? "\"" : " AND \"";
        for (const char c : gram) {
            query += c;
            if (c == '"')
                query += c;
        }
        query += '"';
    };

    std::size_t begin = 0;
    std::size_t end = 0;
    for (std::size_t length = 0; length < longest_gram && end < term.size(); ++length)
        end = after_character(term, end);
    for (;;) {
        add(term.substr(begin, end - begin));
        if (end == term.size())
            return query;
        begin = after_character(term, begin);
        end = after_character(term, end);
    }
}

} // namespace rinha::sqlite
