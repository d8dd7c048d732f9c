#include "rinha/pessoas/parse.hpp"

#include "rinha/core/error.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace rinha::pessoas {
namespace {

using namespace std::literals;

// A body with the given texts as the fields' JSON values, which are valid if not given.
struct body
{
    std::string apelido = R"("ana")";
    std::string nome = R"("Ana Barbosa")";
    std::string nascimento = R"("1985-09-23")";
    std::string stack = R"(["C++"])";
    std::string more = {}; // of the object's text

    std::string text() const
    {
        return fmt::format(R"({{"apelido":{},"nome":{},"nascimento":{},"stack":{}{}}})", apelido, nome, nascimento,
                           stack, more);
    }
};

std::string quote(std::string_view text) { return fmt::format(R"("{}")", text); }

std::string repeat(std::string_view text, std::size_t times)
{
    std::string all;
    while (times-- > 0)
        all += text;
    return all;
}

constexpr auto name_of = [](const auto& test) { return test.param.name; };

struct refused
{
    std::string name;
    std::string body;
    errc reason;

    friend void PrintTo(const refused& value, std::ostream* out) { *out << value.body.substr(0, 200); }
};

class RefusedDraft : public testing::TestWithParam<refused>
{
};

TEST_P(RefusedDraft, IsRefusedForItsReason)
{
    const auto draft = parse_draft(GetParam().body);
    ASSERT_FALSE(draft);
    EXPECT_EQ(draft.error(), GetParam().reason) << draft.error().message();
}

INSTANTIATE_TEST_SUITE_P(
    NotOneJsonText, RefusedDraft,
    testing::Values(
        refused{"Empty", "", errc::body_not_json}, refused{"BlankOnly", " \n", errc::body_not_json},
        refused{"NoJson", "apelido", errc::body_not_json},
        refused{"CutShort", R"({"apelido":"ana","nome":"Ana")", errc::body_not_json},
        refused{"TwoObjects", body{}.text() + "{}", errc::body_not_json},
        refused{"TextAfterIt", body{}.text() + "x", errc::body_not_json},
        refused{"NulAfterIt", body{}.text() + "\0"s, errc::body_not_json},
        refused{"ByteOrderMark", "\xEF\xBB\xBF" + body{}.text(), errc::body_not_json},
        refused{"Utf16", "{\0}\0"s, errc::body_not_json},
        refused{"NotUtf8InNome", body{.nome = quote("\xE9")}.text(), errc::body_not_json},
        refused{"NotUtf8InAnIgnoredField", body{.more = ",\"x\":\"\xE9\""}.text(), errc::body_not_json},
        refused{"NotUtf8InAnIgnoredName", body{.more = ",\"\xE9\":1"}.text(), errc::body_not_json},
        refused{"LoneSurrogate", body{.nome = R"("\ud83d")"}.text(), errc::body_not_json},
        refused{"LoneSurrogateInAnIgnoredField", body{.more = R"(,"x":"\ude00")"}.text(), errc::body_not_json},
        refused{"NumberOutOfRange", body{.more = R"(,"x":1e999)"}.text(), errc::body_not_json},
        refused{"NumberOutOfRangeInAField", body{.nome = "1e999"}.text(), errc::body_not_json},
        refused{"BadLiteralInAnIgnoredField", body{.more = R"(,"x":tru)"}.text(), errc::body_not_json},
        refused{"BadValueThatALaterOneReplaces", R"({"nome":tru,)" + body{}.text().substr(1), errc::body_not_json},
        refused{"RawControlCharacter", body{.nome = "\"a\nb\""}.text(), errc::body_not_json},
        refused{"RawNul", body{.nome = "\"a\0b\""s}.text(), errc::body_not_json}),
    name_of);

INSTANTIATE_TEST_SUITE_P(NotAnObject, RefusedDraft,
                         testing::Values(refused{"Array", "[" + body{}.text() + "]", errc::body_not_object},
                                         refused{"String", R"("ana")", errc::body_not_object},
                                         refused{"Number", "1", errc::body_not_object},
                                         refused{"Null", "null", errc::body_not_object},
                                         refused{"True", "true", errc::body_not_object}),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Apelido, RefusedDraft,
    testing::Values(refused{"Missing", R"({"nome":"a","nascimento":"2000-01-01"})", errc::apelido_missing},
                    refused{"OtherCase", R"({"Apelido":"a","nome":"a","nascimento":"2000-01-01"})",
                            errc::apelido_missing},
                    refused{"NulAfterTheName", R"({"apelido\u0000":"a","nome":"a","nascimento":"2000-01-01"})",
                            errc::apelido_missing},
                    refused{"Null", body{.apelido = "null"}.text(), errc::apelido_missing},
                    refused{"Number", body{.apelido = "1"}.text(), errc::apelido_not_string},
                    refused{"Boolean", body{.apelido = "false"}.text(), errc::apelido_not_string},
                    refused{"Array", body{.apelido = R"(["ana"])"}.text(), errc::apelido_not_string},
                    refused{"Object", body{.apelido = "{}"}.text(), errc::apelido_not_string},
                    refused{"Empty", body{.apelido = R"("")"}.text(), errc::apelido_empty},
                    refused{"TooLong", body{.apelido = quote(repeat("a", 33))}.text(), errc::apelido_too_long},
                    refused{"TooLongInEmoji", body{.apelido = quote(repeat("😀", 33))}.text(), errc::apelido_too_long},
                    refused{"TooLongInEscapes", body{.apelido = quote(repeat(R"(\ud83d\ude00)", 33))}.text(),
                            errc::apelido_too_long},
                    refused{"HasNul", body{.apelido = R"("a\u0000b")"}.text(), errc::apelido_has_nul},
                    refused{"IsNul", body{.apelido = R"("\u0000")"}.text(), errc::apelido_has_nul}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Nome, RefusedDraft,
    testing::Values(refused{"Missing", R"({"apelido":"a","nascimento":"2000-01-01"})", errc::nome_missing},
                    refused{"Null", body{.nome = "null"}.text(), errc::nome_missing},
                    refused{"Number", body{.nome = "1"}.text(), errc::nome_not_string},
                    refused{"Boolean", body{.nome = "true"}.text(), errc::nome_not_string},
                    refused{"Array", body{.nome = "[]"}.text(), errc::nome_not_string},
                    refused{"Object", body{.nome = R"({"nome":"a"})"}.text(), errc::nome_not_string},
                    refused{"Empty", body{.nome = R"("")"}.text(), errc::nome_empty},
                    refused{"TooLong", body{.nome = quote(repeat("é", 101))}.text(), errc::nome_too_long},
                    refused{"HasNul", body{.nome = R"("Ana\u0000")"}.text(), errc::nome_has_nul}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Nascimento, RefusedDraft,
    testing::Values(
        refused{"Missing", R"({"apelido":"a","nome":"a"})", errc::nascimento_missing},
        refused{"Null", body{.nascimento = "null"}.text(), errc::nascimento_missing},
        refused{"Number", body{.nascimento = "20000101"}.text(), errc::nascimento_not_string},
        refused{"Boolean", body{.nascimento = "true"}.text(), errc::nascimento_not_string},
        refused{"Array", body{.nascimento = "[2000,1,1]"}.text(), errc::nascimento_not_string},
        refused{"Object", body{.nascimento = "{}"}.text(), errc::nascimento_not_string},
        refused{"Empty", body{.nascimento = R"("")"}.text(), errc::nascimento_not_a_date},
        refused{"DayFirst", body{.nascimento = R"("12-12-2000")"}.text(), errc::nascimento_not_a_date},
        refused{"OneDigit", body{.nascimento = R"("2000-1-1")"}.text(), errc::nascimento_not_a_date},
        refused{"NoDate", body{.nascimento = R"("?!?!?")"}.text(), errc::nascimento_not_a_date},
        refused{"BlankBefore", body{.nascimento = R"(" 2000-01-01")"}.text(), errc::nascimento_not_a_date},
        refused{"WithTime", body{.nascimento = R"("2000-01-01T00:00:00Z")"}.text(), errc::nascimento_not_a_date},
        refused{"NulAfter", body{.nascimento = R"("2000-01-01\u0000")"}.text(), errc::nascimento_not_a_date},
        refused{"NulWithin", body{.nascimento = R"("2000-01-0\u0000")"}.text(), errc::nascimento_not_a_date},
        refused{"Month13", body{.nascimento = R"("2000-13-01")"}.text(), errc::nascimento_not_a_date},
        refused{"February30", body{.nascimento = R"("2023-02-30")"}.text(), errc::nascimento_not_a_date},
        refused{"NoLeapYear", body{.nascimento = R"("1900-02-29")"}.text(), errc::nascimento_not_a_date},
        refused{"Year0", body{.nascimento = R"("0000-01-01")"}.text(), errc::nascimento_not_a_date}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Stack, RefusedDraft,
    testing::Values(refused{"String", body{.stack = R"("C")"}.text(), errc::stack_not_array},
                    refused{"EmptyString", body{.stack = R"("")"}.text(), errc::stack_not_array},
                    refused{"Number", body{.stack = "0"}.text(), errc::stack_not_array},
                    refused{"Boolean", body{.stack = "false"}.text(), errc::stack_not_array},
                    refused{"Object", body{.stack = "{}"}.text(), errc::stack_not_array},
                    refused{"NumberInIt", body{.stack = R"(["C",1])"}.text(), errc::stack_item_not_string},
                    refused{"NullInIt", body{.stack = "[null]"}.text(), errc::stack_item_not_string},
                    refused{"BooleanInIt", body{.stack = "[true]"}.text(), errc::stack_item_not_string},
                    refused{"ArrayInIt", body{.stack = R"([["C"]])"}.text(), errc::stack_item_not_string},
                    refused{"ObjectInIt", body{.stack = "[{}]"}.text(), errc::stack_item_not_string},
                    refused{"EmptyItem", body{.stack = R"(["C",""])"}.text(), errc::stack_item_empty},
                    refused{"LongItem", body{.stack = "[" + quote(repeat("ß", 33)) + "]"}.text(),
                            errc::stack_item_too_long},
                    refused{"NulItem", body{.stack = R"(["\u0000"])"}.text(), errc::stack_item_has_nul}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    SeveralFaults, RefusedDraft,
    testing::Values(refused{"MalformedStackWinsOverMissingApelido",
                            R"({"nome":"a","nascimento":"2000-01-01","stack":1})", errc::stack_not_array},
                    refused{"MalformedNomeWinsOverLongApelido",
                            body{.apelido = quote(repeat("a", 33)), .nome = "1"}.text(), errc::nome_not_string},
                    refused{"MalformedDateWinsOverEmptyNome", body{.nome = R"("")", .nascimento = R"("x")"}.text(),
                            errc::nascimento_not_a_date},
                    refused{"MalformedItemWinsOverTheEmptyOneBefore", body{.stack = R"(["",1])"}.text(),
                            errc::stack_item_not_string},
                    refused{"MalformedItemWinsOverTheLongOneAfter",
                            body{.stack = "[1," + quote(repeat("a", 33)) + "]"}.text(), errc::stack_item_not_string},
                    refused{"NoJsonWinsOverAll", body{.apelido = "1", .more = ",\"x\":01"}.text(), errc::body_not_json},
                    refused{"TheFirstOfTwoMalformed", R"({"stack":1,"nascimento":"x","nome":2,"apelido":3})",
                            errc::apelido_not_string},
                    refused{"TheFirstOfTwoUnprocessable", R"({"stack":[""],"nascimento":null,"nome":"","apelido":"a"})",
                            errc::nome_empty},
                    refused{"AllMissing", "{}", errc::apelido_missing}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    FieldTwice, RefusedDraft,
    testing::Values(refused{"TheLastIsMalformed", body{.more = R"(,"nome":1)"}.text(), errc::nome_not_string},
                    refused{"TheLastIsNull", body{.more = R"(,"apelido":null)"}.text(), errc::apelido_missing},
                    refused{"TheLastStackIsMalformed", body{.more = R"(,"stack":{})"}.text(), errc::stack_not_array},
                    refused{"TheLastIsWrittenWithEscapes", body{.more = R"(,"n\u006fme":"")"}.text(),
                            errc::nome_empty}),
    name_of);

struct accepted
{
    std::string name;
    std::string body;
    draft expected;

    friend void PrintTo(const accepted& value, std::ostream* out) { *out << value.body.substr(0, 200); }
};

class AcceptedDraft : public testing::TestWithParam<accepted>
{
};

TEST_P(AcceptedDraft, IsRead)
{
    const auto draft = parse_draft(GetParam().body);
    ASSERT_TRUE(draft) << draft.error().message();
    EXPECT_EQ(draft->apelido, GetParam().expected.apelido);
    EXPECT_EQ(draft->nome, GetParam().expected.nome);
    EXPECT_EQ(draft->nascimento, GetParam().expected.nascimento);
    EXPECT_EQ(draft->stack, GetParam().expected.stack);
}

using namespace std::chrono;

constexpr date birthday = 1985y / 9 / 23;

draft with_stack(std::string stack) { return {"ana", "Ana Barbosa", birthday, std::move(stack)}; }

INSTANTIATE_TEST_SUITE_P(
    Fields, AcceptedDraft,
    testing::Values(
        accepted{"AllFour", body{}.text(), with_stack(R"(["C++"])")},
        accepted{"OneBlank", body{.apelido = R"(" ")", .nome = R"(" ")"}.text(), {" ", " ", birthday, R"(["C++"])"}},
        accepted{"NothingIsTrimmed",
                 body{.apelido = R"(" a\t")", .nome = R"("\nA ")"}.text(),
                 {" a\t", "\nA ", birthday, R"(["C++"])"}},
        accepted{"LongestApelido",
                 body{.apelido = quote(repeat("é", 32))}.text(),
                 {repeat("é", 32), "Ana Barbosa", birthday, R"(["C++"])"}},
        accepted{"LongestApelidoInEmoji",
                 body{.apelido = quote(repeat(R"(\ud83d\ude00)", 32))}.text(),
                 {repeat("😀", 32), "Ana Barbosa", birthday, R"(["C++"])"}},
        accepted{"LongestNome",
                 body{.nome = quote(repeat("字", 100))}.text(),
                 {"ana", repeat("字", 100), birthday, R"(["C++"])"}},
        accepted{"LeapDay",
                 body{.nascimento = R"("2000-02-29")"}.text(),
                 {"ana", "Ana Barbosa", 2000y / 2 / 29, R"(["C++"])"}},
        accepted{
            "FirstDay", body{.nascimento = R"("0001-01-01")"}.text(), {"ana", "Ana Barbosa", 1y / 1 / 1, R"(["C++"])"}},
        accepted{"LastDay",
                 body{.nascimento = R"("9999-12-31")"}.text(),
                 {"ana", "Ana Barbosa", 9999y / 12 / 31, R"(["C++"])"}},
        accepted{"DateInEscapes", body{.nascimento = R"("\u0031985-09-23")"}.text(), with_stack(R"(["C++"])")}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    Stacks, AcceptedDraft,
    testing::Values(
        accepted{"Missing", R"({"apelido":"ana","nome":"Ana Barbosa","nascimento":"1985-09-23"})", with_stack("null")},
        accepted{"Null", body{.stack = "null"}.text(), with_stack("null")},
        accepted{"Empty", body{.stack = "[ ]"}.text(), with_stack("[]")},
        accepted{"RepeatedInOrder", body{.stack = R"([ "b", "a", "b" ])"}.text(), with_stack(R"(["b","a","b"])")},
        accepted{"LongestItem", body{.stack = "[" + quote(repeat("a", 32)) + "]"}.text(),
                 with_stack("[" + quote(repeat("a", 32)) + "]")},
        accepted{"Blank", body{.stack = R"([" "])"}.text(), with_stack(R"([" "])")},
        accepted{"CommasQuotesBackslashes", body{.stack = R"(["a,b","\"","\\","\\\"","','"])"}.text(),
                 with_stack(R"(["a,b","\"","\\","\\\"","','"])")},
        accepted{"ControlCharacters", body{.stack = R"(["\u0001\u001F\u007f\n\t"])"}.text(),
                 with_stack("[\"\\u0001\\u001f\x7F\\n\\t\"]")},
        accepted{"EscapesThatNeedNone", body{.stack = R"(["\/\u00e9\ud83d\ude00"])"}.text(), with_stack(R"(["/é😀"])")},
        accepted{"Brackets", body{.stack = R"(["]","[","{}","null"])"}.text(), with_stack(R"(["]","[","{}","null"])")}),
    name_of);

INSTANTIATE_TEST_SUITE_P(
    OtherFields, AcceptedDraft,
    testing::Values(
        accepted{"AreIgnored", body{.more = R"(,"id":"x","criado":{"em":[1,2.5,-3e2,true,null]},"":"")"}.text(),
                 with_stack(R"(["C++"])")},
        accepted{"MayHoldNul", body{.more = R"(,"x":"\u0000","\u0000":1)"}.text(), with_stack(R"(["C++"])")},
        accepted{"MayHoldTheSameNames", body{.more = R"(,"x":{"apelido":1,"stack":2})"}.text(),
                 with_stack(R"(["C++"])")},
        accepted{"InAnyOrder", R"({"stack":[],"nascimento":"1985-09-23","nome":"Ana Barbosa","x":1,"apelido":"ana"})",
                 with_stack("[]")},
        accepted{"WithBlanksAround", "\r\n\t " + body{}.text() + " \n", with_stack(R"(["C++"])")},
        accepted{"OfManyFaultyTheLastCounts",
                 R"({"apelido":1,"apelido":null,"nome":"","nascimento":[],"stack":7,)" + body{}.text().substr(1),
                 with_stack(R"(["C++"])")},
        accepted{"StackTwice", body{.more = R"(,"stack":null)"}.text(), with_stack("null")},
        accepted{"NamesInEscapes", R"({"\u0061pelido":"ana","nom\u0065":"Ana Barbosa","nascimento":"1985-09-23"})",
                 with_stack("null")}),
    name_of);

TEST(ParseDraft, TakesABodyNestedUpToTheLimit)
{
    const auto nested = [](std::size_t depth, std::string_view open, std::string_view core, std::string_view close) {
        return body{.more = R"(,"x":)" + repeat(open, depth - 1) + std::string(core) + repeat(close, depth - 1)}.text();
    };
    EXPECT_TRUE(parse_draft(nested(1'024, "[", "", "]")));
    EXPECT_TRUE(parse_draft(nested(1'024, "[", "1", "]")));
    EXPECT_TRUE(parse_draft(nested(1'024, R"({"[":)", R"("\\\"[[{{")", "}")));
    EXPECT_EQ(parse_draft(nested(1'025, "[", "", "]")).error(), errc::body_not_json);
    EXPECT_EQ(parse_draft(nested(1'025, "[", "1", "]")).error(), errc::body_not_json);
    EXPECT_EQ(parse_draft(nested(1'024, R"({"a":)", "{}", "}")).error(), errc::body_not_json);
    EXPECT_EQ(parse_draft(nested(30'000, "[", "", "]")).error(), errc::body_not_json);
}

TEST(ParseDraft, TakesAStackAsLongAsTheBody)
{
    std::string items = R"("a")";
    while (items.size() < 65'536)
        items += R"(,"\u0001")";
    const auto draft = parse_draft(body{.stack = "[" + items + "]"}.text());
    ASSERT_TRUE(draft);
    EXPECT_EQ(draft->stack, "[" + items + "]");
}

TEST(ParseDraft, LooksAtNothingBeyondTheBody)
{
    const std::string text = body{}.text() + "]]]]";
    EXPECT_TRUE(parse_draft(std::string_view(text).substr(0, text.size() - 4)));
}

} // namespace
} // namespace rinha::pessoas
