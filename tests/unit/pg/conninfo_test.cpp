#include "rinha/pg/conninfo.hpp"

#include <gtest/gtest.h>

#include <string>

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

} // namespace
} // namespace rinha::pg
