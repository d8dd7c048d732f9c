#include "instance.hpp"

#include "rinha/pessoas_pg/migrate.hpp"
#include "rinha/pg/session.hpp"
#include "support/captured_log.hpp"

#include <gmock/gmock.h>

#include <string>

namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;

class Unmigrated : public testing::Test
{
protected:
    // What has been logged when the repository knows that the schema is not there.
    std::string log_until_known()
    {
        persons_.run();
        io_.run_until([this] { return persons_.lacks_schema(); });
        EXPECT_FALSE(persons_.is_up());
        return log_.text();
    }

    void until_up()
    {
        io_.run_until([this] { return persons_.is_up(); });
    }

    void TearDown() override { io_.run(persons_.stop(clock::now() + 5s)); }

    support::captured_log log_;
    std::string database_ = support::postgres::shared().make_database();
    support::loop io_;
    metrics::registry metrics_;
    repository persons_{io_.executor(), {.conninfo = database_}, metrics_};
};

TEST_F(Unmigrated, WithoutSchemaTheLogSaysWhatToDoAndTheReturnIsNoticed)
{
    EXPECT_THAT(log_until_known(), HasSubstr("--migrate"));

    ASSERT_TRUE(migrate(database_, 10s));
    until_up();
    EXPECT_FALSE(persons_.lacks_schema());
}

TEST_F(Unmigrated, AnEarlierSchemaIsNoneEither)
{
    ASSERT_TRUE(migrate(database_, 10s));
    pg::session(database_).run("ALTER TABLE pessoas RENAME busca TO search").value();

    EXPECT_THAT(log_until_known(), HasSubstr("--migrate"));
}

TEST_F(Unmigrated, ADatabaseThatIsAwayIsNotWithoutSchema)
{
    repository nowhere(io_.executor(), {.conninfo = "host=/nowhere"}, metrics_);
    nowhere.run();
    io_.run_until([&] { return !log_.text().empty(); });

    EXPECT_FALSE(nowhere.lacks_schema());
    EXPECT_THAT(log_.text(), Not(HasSubstr("--migrate")));
    io_.run(nowhere.stop(clock::now() + 5s));
}

} // namespace
} // namespace rinha::pessoas_pg
