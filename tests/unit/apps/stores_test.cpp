#include "apps/pessoas_api/stores.hpp"

#include "support/captured_log.hpp"
#include "support/temporary_folder.hpp"

#include <gmock/gmock.h>

#include <string>
#include <utility>

namespace rinha::pessoas_api {
namespace {

using testing::EndsWith;

config on_sqlite(std::string path)
{
    config of;
    of.sqlite.path = std::move(path);
    return of;
}

std::string failure(const config& of)
{
    metrics::registry metrics;
    const auto opened = open_store(of, metrics);
    return opened ? "opened" : describe_failure(of, opened.error());
}

TEST(Stores, SayWhyTheFileCantBeOpened)
{
    const support::temporary_folder folder;

    EXPECT_THAT(failure(on_sqlite(folder.file("nowhere/x.db"))), EndsWith(": No such file or directory"));
    EXPECT_THAT(failure(on_sqlite(folder.path().string())), EndsWith(": Is a directory"));
    EXPECT_THAT(failure(on_sqlite("/proc/x.db")), testing::StartsWith("the database can't be opened"));
}

TEST(Stores, LogWhyTheSchemaIsNotUpToDateAndOfWhich)
{
    const support::captured_log log;
    const support::temporary_folder folder;
    const auto of = on_sqlite(folder.file("nowhere/x.db"));

    EXPECT_FALSE(migrate_store(of));
    EXPECT_THAT(log.text(), EndsWith("nowhere/x.db: the database can't be opened: No such file or directory\n"));
    EXPECT_EQ(describe_store(of), "SQLite, " + of.sqlite.path);
}

} // namespace
} // namespace rinha::pessoas_api
