#include "instance.hpp"

#include "rinha/pessoas/error.hpp"
#include "unit/pessoas/repository_contract.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

namespace rinha::pessoas_pg {
namespace {

using namespace std::chrono_literals;
using pessoas::draft_of;
using support::postgres;
using testing::HasSubstr;
using testing::Not;

// Two instances create the same persons in different orders, in batches that overlap.
TEST(Rivals, OfOneApelidoOneIsStoredAndNobodyDeadlocks)
{
    const auto database = prepared_database();
    support::loop io;
    instance one(io, {.conninfo = database, .batches = {.rows = 64}});
    instance other(io, {.conninfo = database, .batches = {.rows = 64}});
    std::mt19937 random(42); // the same run each time
    std::vector<int> persons(1'000);
    std::iota(persons.begin(), persons.end(), 0);

    for (int round = 0; round < 5; ++round) {
        std::multimap<std::string, std::future<result<uuid>>> started;
        for (instance* which : {&one, &other}) {
            std::ranges::shuffle(persons, random);
            for (const int each : persons) {
                const auto apelido = std::to_string(round) + "-" + std::to_string(each);
                started.emplace(apelido, io.start((*which)->insert(draft_of(apelido))));
            }
        }
        std::map<std::string, int> stored;
        for (auto& [apelido, creation] : started) {
            const auto end = io.finish(creation);
            stored[apelido] += end ? 1 : 0;
            EXPECT_TRUE(end || end.error() == pessoas::errc::apelido_taken) << end.error();
        }
        for (const auto& [apelido, times] : stored)
            EXPECT_EQ(times, 1) << apelido;
    }
    EXPECT_EQ(io.run(one->count()).value(), 5'000U);
    EXPECT_THAT(postgres::shared().log(), Not(HasSubstr("deadlock detected")));
}

} // namespace
} // namespace rinha::pessoas_pg
