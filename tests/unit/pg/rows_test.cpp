#include "rinha/pg/rows.hpp"

#include <gtest/gtest.h>
#include <libpq-fe.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace rinha::pg {
namespace {

using namespace std::chrono;
using namespace std::string_literals;

// One row, of what the server would send.
rows row_of(const std::vector<std::optional<std::string>>& fields)
{
    PGresult* made = PQmakeEmptyPGresult(nullptr, PGRES_TUPLES_OK);
    std::vector<PGresAttDesc> columns(fields.size());
    for (auto& each : columns)
        each.name = const_cast<char*>("c");
    PQsetResultAttrs(made, static_cast<int>(columns.size()), columns.data());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        std::string bytes = fields[i].value_or("");
        PQsetvalue(made, 0, static_cast<int>(i), fields[i] ? bytes.data() : nullptr,
                   fields[i] ? static_cast<int>(bytes.size()) : -1);
    }
    return rows{made};
}

TEST(Rows, WithoutARowAreEmpty) { EXPECT_EQ(rows{PQmakeEmptyPGresult(nullptr, PGRES_COMMAND_OK)}.size(), 0); }

TEST(Rows, ATextIsItsBytes)
{
    const auto got = row_of({"a\0b"s, ""s});
    EXPECT_EQ(got.size(), 1);
    EXPECT_EQ(got.text(0, 0), "a\0b"s);
    EXPECT_EQ(got.text(0, 1), "");
}

TEST(Rows, NullIsNotAnEmptyText)
{
    const auto got = row_of({std::nullopt, ""s});
    EXPECT_TRUE(got.is_null(0, 0));
    EXPECT_FALSE(got.is_null(0, 1));
}

TEST(Rows, IntegersOfAnySizeAreRead)
{
    const auto got = row_of({"\xff\xfe"s, "\x7f\xff\xff\xff"s, "\x80\0\0\0\0\0\0\0"s});
    EXPECT_EQ(got.integer(0, 0), -2);
    EXPECT_EQ(got.integer(0, 1), std::numeric_limits<std::int32_t>::max());
    EXPECT_EQ(got.integer(0, 2), std::numeric_limits<std::int64_t>::min());
}

TEST(Rows, AJsonbIsTheTextBehindItsVersion) { EXPECT_EQ(row_of({"\x01[\"C++\"]"s}).jsonb(0, 0), R"(["C++"])"); }

TEST(Rows, AnIdIsItsBytes)
{
    const auto id = row_of({"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\xff"s}).id(0, 0);
    EXPECT_EQ(id.data[0], 1);
    EXPECT_EQ(id.data[15], 0xff);
}

TEST(Rows, ADateIsItsDaysSince2000)
{
    const auto got = row_of({"\0\0\0\0"s, "\xff\xff\xff\xff"s, "\x00\x2c\x95\xd3"s, "\xff\xf4\xdb\xf9"s});
    EXPECT_EQ(got.date(0, 0), 2000y / January / 1);
    EXPECT_EQ(got.date(0, 1), 1999y / December / 31);
    EXPECT_EQ(got.date(0, 2), 9999y / December / 31);
    EXPECT_EQ(got.date(0, 3), 1y / January / 1);
}

TEST(Rows, KeepTheirViewsWhenMoved)
{
    auto got = row_of({"text"s});
    const auto view = got.text(0, 0);
    const auto moved = std::move(got);
    EXPECT_EQ(moved.text(0, 0).data(), view.data());
}

} // namespace
} // namespace rinha::pg
