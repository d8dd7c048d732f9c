#include "pessoas_pg/migrations.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

namespace rinha::pessoas_pg {
namespace {

using testing::HasSubstr;

TEST(Migrations, AreInTheOrderOfTheirNumbers)
{
    ASSERT_FALSE(migrations().empty());
    EXPECT_EQ(migrations().front().name, "001_pessoas");
    EXPECT_TRUE(std::ranges::is_sorted(migrations(), {}, &sql_file::name));
}

TEST(Migrations, AreEachOneTransactionUnderTheLockThatRecordsItsName)
{
    for (const auto& [name, text] : migrations()) {
        EXPECT_THAT(
            text,
            HasSubstr(
                "\nBEGIN;\n\nDO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('schema of pessoas')); END $$;\n"));
        EXPECT_THAT(text, HasSubstr("INSERT INTO schema_versions (name) VALUES ('" + std::string(name) + "')"));
        EXPECT_TRUE(text.ends_with("\nCOMMIT;\n")) << name;
    }
}

} // namespace
} // namespace rinha::pessoas_pg
