#include "pg/hosts.hpp"

#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace rinha::pg {

static void PrintTo(const host& of, std::ostream* out)
{
    *out << '{' << of.name << ", " << of.address << ", " << of.port << '}';
}

namespace {

using testing::ElementsAre;

// A variable of the environment while it lives, which no other thread looks at.
class variable
{
public:
    variable(const char* name, const std::string& value)
        : name_(name)
    {
        ::setenv(name, value.c_str(), 1);
    }

    ~variable() { ::unsetenv(name_); }
    variable(const variable&) = delete;
    variable& operator=(const variable&) = delete;

private:
    const char* name_;
};

struct hosts_case
{
    const char* name;
    const char* conninfo;
    std::vector<host> all;
};

class Hosts : public testing::TestWithParam<hosts_case>
{
};

TEST_P(Hosts, AreThoseThatLibpqWouldTryInItsOrder) { EXPECT_EQ(hosts_of(GetParam().conninfo), GetParam().all); }

INSTANTIATE_TEST_SUITE_P(
    Forms, Hosts,
    testing::Values(
        hosts_case{"Uri", "postgresql://ana@db:6432/pessoas", {{"db", "", "6432"}}},
        hosts_case{"Key", "host=db", {{"db", "", "5432"}}},
        hosts_case{"Encoded", "postgresql://%2Frun%2Fpostgresql/x", {{"/run/postgresql", "", "5432"}}},
        hosts_case{"Six", "postgresql://[::1]:5433/x", {{"::1", "", "5433"}}},
        hosts_case{"Address", "host=db hostaddr=10.0.0.1", {{"db", "10.0.0.1", "5432"}}},
        hosts_case{"AddressAlone", "hostaddr=10.0.0.1", {{"", "10.0.0.1", "5432"}}},
        hosts_case{"OnePortForAll", "host=a,b port=7", {{"a", "", "7"}, {"b", "", "7"}}},
        hosts_case{"OnePortForEach", "postgresql://a:1,b:2/x", {{"a", "", "1"}, {"b", "", "2"}}},
        hosts_case{"SomeAddresses", "host=a,b hostaddr=,10.0.0.1 port=5,6", {{"a", "", "5"}, {"b", "10.0.0.1", "6"}}},
        hosts_case{"Default", "host=,b", {{"", "", "5432"}, {"b", "", "5432"}}},
        hosts_case{"TooManyPorts", "host=a,b port=1,2,3", {}},
        hosts_case{"TooManyAddresses", "host=a hostaddr=10.0.0.1,10.0.0.2", {}}),
    [](const auto& tested) { return tested.param.name; });

TEST(HostsOfTheEnvironment, AreTakenWhereTheStringNamesNone)
{
    const variable name("PGHOST", "one,two"), port("PGPORT", "1");
    EXPECT_THAT(hosts_of("dbname=x"), ElementsAre(host{"one", "", "1"}, host{"two", "", "1"}));
    EXPECT_THAT(hosts_of("host=three"), ElementsAre(host{"three", "", "1"}));
}

TEST(HostsOfAService, AreTakenFromItsFile)
{
    const support::temporary_folder folder;
    std::ofstream(folder.file("services")) << "[ours]\nhost=served\nport=6\n";
    const variable file("PGSERVICEFILE", folder.file("services"));
    EXPECT_THAT(hosts_of("service=ours"), ElementsAre(host{"served", "", "6"}));
    EXPECT_THAT(hosts_of("service=ours host=own"), ElementsAre(host{"own", "", "6"}));
}

TEST(HostsNeedAnAddress, WhereALibraryWouldAskANameServer)
{
    for (const char* name : {"db", "db.example.org", "localhost", "10.0.0.256"})
        EXPECT_TRUE(needs_address({name, "", "5432"})) << name;
    for (const char* name : {"", "/run/postgresql", "@abstract", "10.0.0.1", "::1", "fe80::1%lo"})
        EXPECT_FALSE(needs_address({name, "", "5432"})) << name;
    EXPECT_FALSE(needs_address({"db", "10.0.0.1", "5432"}));
}

TEST(HostLists, AreSeparatedByCommas)
{
    const auto lists = join({{"/run", "", "1"}, {"db", "10.0.0.1", "2"}, {"db", "::1", "2"}});
    EXPECT_EQ(lists.host, "/run,db,db");
    EXPECT_EQ(lists.hostaddr, ",10.0.0.1,::1");
    EXPECT_EQ(lists.port, "1,2,2");
}

} // namespace
} // namespace rinha::pg
