#include "apps/pessoas_api/config_file.hpp"

#include "unit/apps/environment.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace rinha::pessoas_api {
namespace {

using testing::HasSubstr;

class ConfigFile : public testing::Test
{
protected:
    ConfigFile()
    {
        app.add_option("--listen", listen);
        app.add_option("--database-url", url);
        app.add_flag("--access-log", access_log);
        app.add_flag("--migrate", migrate)->configurable(false);
    }

    // "name=value;" for each setting that was found.
    std::string read(const std::string& text) const
    {
        std::istringstream input(text);
        std::string found;
        for (const auto& item : file.from_config(input))
            found += item.name + "=" + item.inputs.at(0) + ";";
        return found;
    }

    std::string why_not(const std::string& text) const
    {
        try {
            return "nothing was thrown, but read: " + read(text);
        } catch (const CLI::ConfigError& error) {
            return error.what();
        }
    }

    CLI::App app;
    std::string listen = "somewhere";
    std::string url;
    bool access_log = false;
    bool migrate = false;
    config_file file{app, {"database-url"}};
};

TEST_F(ConfigFile, HasANameAndAValueALine)
{
    EXPECT_EQ(read("listen = a:1\n\n  database-url=b  \r\naccess-log = true"),
              "listen=a:1;database-url=b;access-log=true;");
}

TEST_F(ConfigFile, MayHaveComments) { EXPECT_EQ(read("# listen = a\n   # more\nlisten = b\n"), "listen=b;"); }

TEST_F(ConfigFile, TakesAValueAsItIs)
{
    EXPECT_EQ(read("listen = [::]:9999"), "listen=[::]:9999;");
    EXPECT_EQ(read("database-url = host=db password=a#b=c"), "database-url=host=db password=a#b=c;");
    EXPECT_EQ(read(R"(database-url = " a # b\n ")"), R"(database-url= a # b\n ;)");
    EXPECT_EQ(read(R"(listen = "")"), "listen=;");
    EXPECT_EQ(read(R"(listen = ")"), R"(listen=";)");
}

TEST_F(ConfigFile, NamesTheLineThatIsWrong)
{
    EXPECT_THAT(why_not("listen = a\nlisen = b"), HasSubstr("line 2: there is no setting `lisen`"));
    EXPECT_THAT(why_not("[server]\nlisten = a"), HasSubstr("line 1: expected `name = value`"));
    EXPECT_THAT(why_not("listen"), HasSubstr("line 1: expected `name = value`"));
    EXPECT_THAT(why_not("listen = a\nlisten = b"), HasSubstr("line 2: `listen` is set a second time"));
    EXPECT_THAT(why_not("= a"), HasSubstr("line 1: there is no setting ``"));
}

TEST_F(ConfigFile, HasNoActions)
{
    EXPECT_THAT(why_not("migrate = true"), HasSubstr("there is no setting `migrate`"));
    EXPECT_THAT(why_not("help = true"), HasSubstr("there is no setting `help`"));
}

TEST_F(ConfigFile, YieldsToTheEnvironment)
{
    const environment_variable set("PESSOAS_LISTEN", "c");

    EXPECT_EQ(read("listen = a\naccess-log = true"), "access-log=true;");
}

TEST_F(ConfigFile, DoesNotYieldToAnEmptyVariable)
{
    const environment_variable set("PESSOAS_LISTEN", "");

    EXPECT_EQ(read("listen = a"), "listen=a;");
}

TEST_F(ConfigFile, IsWrittenSoThatItCanBeReadAgain)
{
    app.parse("--listen '[::]:1 # 2' --access-log");

    const auto text = file.to_config(&app, true, true, "");

    EXPECT_EQ(read(text), "listen=[::]:1 # 2;access-log=true;");
}

TEST_F(ConfigFile, IsWrittenWithoutSecrets)
{
    app.parse("--database-url postgresql://ana:s3cret@db/pessoas");

    const auto text = file.to_config(&app, true, true, "");

    EXPECT_THAT(text, HasSubstr("# database-url is set, and not shown"));
    EXPECT_THAT(text, testing::Not(HasSubstr("s3cret")));
}

} // namespace
} // namespace rinha::pessoas_api
