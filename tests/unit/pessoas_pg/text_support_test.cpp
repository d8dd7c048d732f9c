#include "pessoas_pg/text_support.hpp"

#include "instance.hpp"
#include "rinha/pessoas_pg/migrate.hpp"
#include "support/captured_log.hpp"

#include <gmock/gmock.h>

#include <string>

namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using support::postgres;
using testing::HasSubstr;

struct database_case
{
    const char* encoding;
    const char* ctype;
    const char* complaint;
};

class TextSupport : public testing::TestWithParam<database_case>
{
};

TEST_P(TextSupport, IsThatOfUtf8)
{
    const auto& [encoding, ctype, complaint] = GetParam();
    const auto given = complaint_about(encoding, ctype);

    EXPECT_THAT(given, HasSubstr(complaint));
    EXPECT_EQ(given.empty(), *complaint == '\0');
}

INSTANTIATE_TEST_SUITE_P(Databases, TextSupport,
                         testing::Values(database_case{"UTF8", "C.UTF-8", ""}, database_case{"UTF8", "en_US.utf8", ""},
                                         database_case{"UTF8", "pt_BR.UTF-8", ""},
                                         database_case{"UTF8", "C", "LC_CTYPE is C"},
                                         database_case{"UTF8", "POSIX", "LC_CTYPE is POSIX"},
                                         database_case{"LATIN1", "C", "encoding is LATIN1"},
                                         database_case{"SQL_ASCII", "C", "encoding is SQL_ASCII"}));

// What an instance logs while it starts.
std::string log_of_start(const std::string& database)
{
    const support::captured_log log;
    support::loop io;
    {
        const instance persons(io, {.conninfo = database});
    }
    return log.text();
}

TEST(TextSupportOfADatabase, IsComplainedAboutAtTheStart)
{
    auto& cluster = postgres::shared();
    const auto database = cluster.make_database("TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'");
    ASSERT_TRUE(migrate(database, 10s));

    EXPECT_THAT(log_of_start(database), HasSubstr("LC_CTYPE is C:"));
    EXPECT_THAT(log_of_start(prepared_database()), Not(HasSubstr("LC_CTYPE")));
}

} // namespace
} // namespace rinha::pessoas_pg
