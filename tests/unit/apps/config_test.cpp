#include "apps/pessoas_api/config.hpp"

#include "unit/apps/environment.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include <unistd.h>

namespace rinha::pessoas_api {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::variant<config, farewell> load(std::vector<std::string> arguments)
{
    std::vector<const char*> argv{"pessoas_api"};
    for (const auto& a : arguments)
        argv.push_back(a.c_str());
    return load_config(static_cast<int>(argv.size()), argv.data());
}

config accepted(std::vector<std::string> arguments)
{
    auto loaded = load(std::move(arguments));
    if (const auto* refusal = std::get_if<farewell>(&loaded)) {
        ADD_FAILURE() << refusal->text;
        return {};
    }
    return std::get<config>(std::move(loaded));
}

farewell refused(std::vector<std::string> arguments)
{
    auto loaded = load(std::move(arguments));
    if (auto* refusal = std::get_if<farewell>(&loaded))
        return std::move(*refusal);
    ADD_FAILURE() << "accepted";
    return {};
}

class file_with
{
public:
    explicit file_with(const std::string& text)
        : path_(std::filesystem::temp_directory_path() / ("pessoas-config-" + std::to_string(getpid())))
    {
        std::ofstream(path_) << text;
    }

    ~file_with() { std::filesystem::remove(path_); }

    file_with(const file_with&) = delete;
    file_with& operator=(const file_with&) = delete;

    std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

TEST(Config, WithoutSettingsIsTheStructsDefaults)
{
    const auto c = accepted({});

    EXPECT_EQ(to_string(c.listen), "0.0.0.0:9999");
    EXPECT_EQ(to_string(c.admin.value()), "127.0.0.1:9100");
    EXPECT_EQ(c.threads, 1U);
    EXPECT_EQ(c.sqlite.path, "pessoas.db");
    EXPECT_FALSE(c.on_postgres);
    EXPECT_EQ(c.what, action::serve);
    EXPECT_EQ(c.http.max_head, http::server_settings{}.max_head);
    EXPECT_EQ(c.http.head_timeout, http::server_settings{}.head_timeout);
}

TEST(Config, TakesTheFlagBeforeTheEnvironmentBeforeTheFile)
{
    const file_with text("threads = 2\nmax-connections = 3\nhead-timeout = 4s\n");
    const environment_variable threads("PESSOAS_THREADS", "5");
    const environment_variable connections("PESSOAS_MAX_CONNECTIONS", "6");

    const auto c = accepted({"--threads", "7", "--config", text.path()});

    EXPECT_EQ(c.threads, 7U);
    EXPECT_EQ(c.http.max_connections, 6U);
    EXPECT_EQ(c.http.head_timeout, 4s);
}

TEST(Config, TakesFlagsOfAllThree)
{
    EXPECT_TRUE(accepted({"--access-log"}).http.access_log);
    EXPECT_TRUE(accepted({"--config", file_with("access-log = true").path()}).http.access_log);

    const environment_variable on("PESSOAS_ACCESS_LOG", "true");
    EXPECT_TRUE(accepted({}).http.access_log);
    EXPECT_FALSE(accepted({"--access-log=false"}).http.access_log);
    EXPECT_TRUE(accepted({"--config", file_with("access-log = false").path()}).http.access_log);
}

TEST(Config, NamesTheVariablesThatNameNoSetting)
{
    const environment_variable mistyped("PESSOAS_MAX_IN_FLIGT", "3");
    const environment_variable of_kubernetes("PESSOAS_PORT", "tcp://10.0.0.1:9999");
    const environment_variable of_others("PESSOASX", "1");
    const environment_variable known("PESSOAS_MAX_IN_FLIGHT", "4");
    const environment_variable file("PESSOAS_CONFIG", "");

    EXPECT_THAT(accepted({}).ignored_variables, testing::ElementsAre("PESSOAS_MAX_IN_FLIGT", "PESSOAS_PORT"));
}

TEST(Config, FindsTheFileByTheEnvironment)
{
    const file_with text("threads = 2\n");
    const environment_variable where("PESSOAS_CONFIG", text.path());

    EXPECT_EQ(accepted({}).threads, 2U);
}

TEST(Config, RefusesAFileThatIsNotThere)
{
    EXPECT_EQ(refused({"--config", "/nonexistent/file"}).exit_code, 2);

    const environment_variable where("PESSOAS_CONFIG", "/nonexistent/file");
    EXPECT_EQ(refused({}).exit_code, 2);
}

TEST(Config, RefusesUnknownNamesInTheFile)
{
    const file_with text("threads = 2\nmax-conections = 3\n");

    EXPECT_THAT(refused({"--config", text.path()}).text, HasSubstr("line 2: there is no setting `max-conections`"));
}

TEST(Config, TurnsTheAdminAddressOff)
{
    EXPECT_FALSE(accepted({"--admin-address", "off"}).admin);
    EXPECT_FALSE(accepted({"--admin-address", ""}).admin);
    EXPECT_FALSE(accepted({"--config", file_with("admin-address = off").path()}).admin);
    EXPECT_EQ(to_string(accepted({"--admin-address", "unix:/run/a.sock"}).admin.value()), "unix:/run/a.sock");
}

TEST(Config, KnowsItsActions)
{
    EXPECT_EQ(accepted({"--migrate"}).what, action::migrate);
    EXPECT_EQ(accepted({"--health-check"}).what, action::health_check);
}

TEST(Config, ChoosesOneStore)
{
    const auto on_postgres = accepted({"--database-url", "postgresql://ana@db/x"});
    EXPECT_TRUE(on_postgres.on_postgres);
    EXPECT_EQ(on_postgres.postgres.conninfo, "postgresql://ana@db/x");

    const auto on_sqlite = accepted({"--sqlite", "/tmp/x.db"});
    EXPECT_FALSE(on_sqlite.on_postgres);
    EXPECT_EQ(on_sqlite.sqlite.path, "/tmp/x.db");

    EXPECT_EQ(refused({"--sqlite", "x", "--database-url", "postgresql://db/x"}).exit_code, 2);
}

struct named_stores
{
    const char* flag;
    const char* variable; // with its value in `value`
    const char* value;
    const char* file;
    bool on_postgres;
};

TEST(Config, TakesTheStoreOfTheFlagBeforeTheEnvironmentBeforeTheFile)
{
    for (const auto& [flag, variable, value, file, on_postgres] :
         {named_stores{"--database-url=postgresql://db/x", "PESSOAS_SQLITE", "x.db", "", true},
          named_stores{"--sqlite=x.db", "PESSOAS_DATABASE_URL", "postgresql://db/x", "", false},
          named_stores{"--database-url=postgresql://db/x", "PESSOASX", "", "sqlite = x.db", true},
          named_stores{"--threads=1", "PESSOAS_SQLITE", "x.db", "database-url = postgresql://db/x", false},
          named_stores{"--threads=1", "PESSOAS_DATABASE_URL", "postgresql://db/x", "sqlite = x.db", true}})
    {
        const environment_variable set(variable, value);
        const file_with text(file);
        const auto c = accepted({flag, "--config", text.path()});
        EXPECT_EQ(c.on_postgres, on_postgres) << flag << ' ' << variable << ' ' << file;
        EXPECT_TRUE(c.ignored_variables.empty());
        const auto printed = refused({flag, "--config", text.path(), "--print-config"}).text;
        EXPECT_EQ(printed.find("sqlite = ") == std::string::npos, on_postgres);
    }
}

TEST(Config, RefusesTwoStoresInOnePlace)
{
    EXPECT_EQ(refused({"--config", file_with("sqlite = x\ndatabase-url = postgresql://db/x").path()}).exit_code, 2);

    const environment_variable sqlite("PESSOAS_SQLITE", "x");
    const environment_variable url("PESSOAS_DATABASE_URL", "postgresql://db/x");
    EXPECT_THAT(refused({}).text, HasSubstr("--sqlite and --database-url exclude each other"));
}

TEST(Config, RefusesValuesForActions)
{
    for (const char* argument : {"--migrate=3", "--migrate=false", "--health-check=0", "--print-config=maybe"})
        EXPECT_EQ(refused({argument}).exit_code, 2) << argument;
}

TEST(Config, FlushesABatchThatIsFull)
{
    const auto c = accepted({"--pg-batch-rows", "10", "--sqlite-batch-bytes", "64KiB"});

    EXPECT_EQ(c.postgres.batches.rows, 10U);
    EXPECT_EQ(c.postgres.flushes.full_rows, 10U);
    EXPECT_EQ(c.sqlite.batch.bytes, 65'536U);
    EXPECT_EQ(c.sqlite.flush.full_bytes, 65'536U);
}

TEST(Config, HelpNamesEachSettingWithDefaultUnitAndVariable)
{
    const auto help = refused({"--help"});

    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.text, AllOf(HasSubstr("--listen ADDRESS=0.0.0.0:9999 (Env:PESSOAS_LISTEN)"),
                                 HasSubstr("--head-timeout DURATION=10s (Env:PESSOAS_HEAD_TIMEOUT)"),
                                 HasSubstr("--max-head BYTES=16KiB (Env:PESSOAS_MAX_HEAD)"),
                                 HasSubstr("--max-in-flight NUMBER=4096 (Env:PESSOAS_MAX_IN_FLIGHT)"),
                                 HasSubstr("--access-log (Env:PESSOAS_ACCESS_LOG)"), HasSubstr("--migrate")));
}

TEST(Config, VersionIsAnswered)
{
    const auto version = refused({"--version"});

    EXPECT_EQ(version.exit_code, 0);
    EXPECT_THAT(version.text, testing::MatchesRegex("pessoas_api [0-9]+\\.[0-9]+\\.[0-9]+\n"));
}

TEST(Config, PrintsItselfSoThatItCanBeReadAgain)
{
    const auto printed = refused({"--print-config", "--threads", "3", "--access-log"});
    ASSERT_EQ(printed.exit_code, 0);
    const file_with text(printed.text);

    const auto c = accepted({"--config", text.path()});

    EXPECT_EQ(c.threads, 3U);
    EXPECT_TRUE(c.http.access_log);
    EXPECT_EQ(c.http.body_timeout, http::server_settings{}.body_timeout);
}

TEST(Config, PrintsTheStoreInUseOnly)
{
    const auto printed = refused({"--print-config", "--database-url", "postgresql://db/pessoas"});
    const file_with text(printed.text);
    const environment_variable url("PESSOAS_DATABASE_URL", "postgresql://db/pessoas");

    EXPECT_TRUE(accepted({"--config", text.path()}).on_postgres);
}

TEST(Config, NeverShowsASecret)
{
    const environment_variable url("PESSOAS_DATABASE_URL", "postgresql://ana:s3cret@db/pessoas");
    const environment_variable password("PGPASSWORD", "s3cret");
    const std::string bare = "postgresql://ana:s3cret@db/pessoas";

    for (const auto& arguments :
         std::vector<std::vector<std::string>>{{"--help"},
                                               {"--print-config"},
                                               {"--threads", "many"},
                                               {bare},
                                               {"--databaseurl=" + bare},
                                               {"--databaseurl", bare},
                                               {"--sqlite", "x", "--database-url", bare},
                                               {"--database-url", "postgresql://ana:s3@s3cret:x/p"},
                                               {"--database-url", bare, "--database-url", bare}})
        EXPECT_THAT(refused(arguments).text, Not(HasSubstr("s3cret"))) << testing::PrintToString(arguments);
}

struct bad_value
{
    const char* name;
    const char* option;
    const char* value;
    const char* expected; // in the message
};

void PrintTo(const bad_value& b, std::ostream* out) { *out << b.option << '=' << b.value; }

class BadValue : public testing::TestWithParam<bad_value>
{
};

TEST_P(BadValue, IsRefusedWithItsNameAndWhatIsExpected)
{
    const auto refusal = refused({std::string("--") + GetParam().option, GetParam().value});

    EXPECT_EQ(refusal.exit_code, 2);
    EXPECT_THAT(refusal.text, AllOf(HasSubstr(std::string("--") + GetParam().option), HasSubstr(GetParam().expected)));
}

INSTANTIATE_TEST_SUITE_P(
    Options, BadValue,
    testing::Values(bad_value{"NoPort", "listen", "localhost", "HOST:PORT"},
                    bad_value{"PortTooLarge", "listen", "localhost:70000", "HOST:PORT"},
                    bad_value{"NoPath", "admin-address", "unix:", "HOST:PORT"},
                    bad_value{"NotANumber", "threads", "many", "whole number"},
                    bad_value{"Zero", "threads", "0", "from 1"},
                    bad_value{"ManyThreads", "threads", "1025", "from 1 to 1024"},
                    bad_value{"Negative", "max-connections", "-1", "whole number"},
                    bad_value{"Fraction", "max-in-flight", "1.5", "whole number"},
                    bad_value{"TooLarge", "max-in-flight", "99999999999999999999", "whole number"},
                    bad_value{"NoUnit", "head-timeout", "10", "duration"},
                    bad_value{"NoDuration", "idle-timeout", "0s", "above zero"},
                    bad_value{"TooFine", "body-timeout", "1500us", "whole milliseconds"},
                    bad_value{"UnknownUnit", "max-head", "16kB", "bytes"},
                    bad_value{"UnknownLevel", "log-level", "loud", "debug, info, warn, error or off"},
                    bad_value{"EmptyPath", "sqlite", "", "path"},
                    bad_value{"InMemory", "sqlite", ":memory:", "in memory is not supported"},
                    bad_value{"PortOfUrlTooLarge", "database-url", "postgresql://db:70000/x",
                              "a number from 1 to 65535"},
                    bad_value{"PortZero", "database-url", "host=db port=0", "a number from 1 to 65535"},
                    bad_value{"UnknownService", "database-url", "service=nowhere_at_all", "nowhere_at_all"},
                    bad_value{"NotAUrl", "database-url", "nonsense", "postgresql://"},
                    bad_value{"Huge", "pg-batch-rows", "1000000001", "to 1000000000"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Config, RefusesABadValueOfTheEnvironmentAndOfTheFileToo)
{
    EXPECT_EQ(refused({"--config", file_with("threads = many").path()}).exit_code, 2);
    EXPECT_EQ(refused({"--config", file_with("access-log = many").path()}).exit_code, 2);

    const environment_variable threads("PESSOAS_THREADS", "many");
    EXPECT_EQ(refused({}).exit_code, 2);
}

TEST(Config, RefusesUnknownArguments)
{
    EXPECT_THAT(refused({"--thread=3"}).text, HasSubstr("there is no setting --thread\n"));
    EXPECT_EQ(refused({"something"}).exit_code, 2);
    EXPECT_EQ(refused({"--threads"}).exit_code, 2);
}

TEST(Config, SaysWhatAFlagMayBe)
{
    EXPECT_THAT(refused({"--access-log=maybe"}).text, AllOf(HasSubstr("--access-log"), HasSubstr("true or false")));
}

} // namespace
} // namespace rinha::pessoas_api
