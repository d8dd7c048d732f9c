#include "rinha/pg/conninfo.hpp"

#include <gmock/gmock.h>

#include <cstdlib>
#include <string>
#include <utility>

namespace rinha::pg {
namespace {

struct described
{
    const char* name;
    const char* conninfo;
    const char* text;
};

class Conninfo : public testing::TestWithParam<described>
{
};

TEST_P(Conninfo, IsDescribedWithoutItsSecrets)
{
    ASSERT_TRUE(is_conninfo(GetParam().conninfo));
    EXPECT_EQ(describe_conninfo(GetParam().conninfo), GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Forms, Conninfo,
    testing::Values(
        described{"Uri", "postgresql://ana:s3cret@db:6432/pessoas", "pessoas at db:6432"},
        described{"UriWithQuery", "postgres://db/pessoas?password=s3cret&sslpassword=s3cret", "pessoas at db:5432"},
        described{"Socket", "postgresql:///pessoas?host=/run/postgresql", "pessoas at /run/postgresql:5432"},
        described{"KeysAndValues", "host=db password='s3 cret' dbname=pessoas", "pessoas at db:5432"},
        described{"Address", "hostaddr=10.0.0.1 dbname=pessoas", "pessoas at 10.0.0.1:5432"},
        described{"SeveralHosts", "postgresql://ana:s3cret@a:1,b:2/pessoas", "pessoas at a,b:1,2"},
        described{"UserForDatabase", "host=db user=ana", "ana at db:5432"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ConninfoCheck, RefusesWhatLibpqCannotRead)
{
    for (const char* text : {"nonsense", "postgresql://db:s3cret:5432/x", "host=db nonsense", "http://db/x", "port"})
        EXPECT_FALSE(is_conninfo(text)) << text;
}

TEST(ConninfoCheck, ComplainsOfWhatCanNotLeadAnywhere)
{
    ::setenv("PGSERVICEFILE", "/nonexistent/file", 1);
    for (const auto& [text, said] : {std::pair{"host=db port=0", "1 to 65535"},
                                     {"host=db port=65536", "1 to 65535"},
                                     {"host=a,b port=5432,99999999999", "1 to 65535"},
                                     {"postgresql://ana@db:70000/x", "1 to 65535"},
                                     {"host=a,b,c port=1,2", "as many as hosts"},
                                     {"service=nowhere", "service"},
                                     {"host=db sslmode=perhaps", "\"perhaps\""},
                                     {"host=db target_session_attrs=any-old", "\"any-old\""}})
        EXPECT_THAT(complaint_about(text), testing::HasSubstr(said)) << text;
    ::unsetenv("PGSERVICEFILE");
}

TEST(ConninfoCheck, HasNothingAgainstWhatMayLeadSomewhere)
{
    for (const char* text : {"", "host=db", "host=a,b port=1,65535", "host=a,b port=5432", "host=a,b port=,5433",
                             "postgresql://ana:s3cret@db/x?sslmode=require", "hostaddr=10.0.0.1,::1 port=1,2",
                             "host=/run/postgresql dbname=x", "host=a,b target_session_attrs=read-write"})
        EXPECT_EQ(complaint_about(text), "") << text;
}

TEST(ConninfoCheck, LooksAtTheEnvironmentToo)
{
    ::setenv("PGPORT", "70000", 1);
    EXPECT_THAT(complaint_about("host=db"), testing::HasSubstr("1 to 65535"));
    ::unsetenv("PGPORT");
}

} // namespace
} // namespace rinha::pg
