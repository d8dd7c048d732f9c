#include "rinha/pessoas/json.hpp"

#include <gtest/gtest.h>

#include <string>

namespace rinha::pessoas {
namespace {

using namespace std::chrono;

person ana()
{
    return {.id = *parse_uuid("018c3a5e-7b1d-7abc-8def-0123456789ab"),
            .apelido = "ana",
            .nome = "Ana Barbosa",
            .nascimento = 985y / 9 / 3,
            .stack = R"(["C++","a,b"])"};
}

constexpr auto ana_json = R"({"id":"018c3a5e-7b1d-7abc-8def-0123456789ab","apelido":"ana","nome":"Ana Barbosa",)"
                          R"("nascimento":"0985-09-03","stack":["C++","a,b"]})";

TEST(ToJson, WritesThePersonsKeysInOrderWithoutBlanks) { EXPECT_EQ(to_json(ana()), ana_json); }

TEST(ToJson, WritesNoStackAsNull)
{
    auto value = ana();
    value.stack = "null";
    EXPECT_TRUE(to_json(value).ends_with(R"(,"stack":null})"));
}

TEST(ToJson, EscapesTheText)
{
    auto value = ana();
    value.apelido = "\"\\\x01";
    value.nome = "a\nb é 😀";
    const auto json = to_json(value);
    EXPECT_NE(json.find(R"("apelido":"\"\\\u0001","nome":"a\nb é 😀",)"), std::string::npos) << json;
}

TEST(ToJson, WritesManyAsAnArray)
{
    EXPECT_EQ(to_json(std::vector<person>{}), "[]");
    EXPECT_EQ(to_json(std::vector{ana()}), std::string("[") + ana_json + "]");
    EXPECT_EQ(to_json(std::vector{ana(), ana()}), std::string("[") + ana_json + "," + ana_json + "]");
}

} // namespace
} // namespace rinha::pessoas
