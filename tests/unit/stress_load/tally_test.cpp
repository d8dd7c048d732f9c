#include "apps/stress_load/report.hpp"
#include "apps/stress_load/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <numeric>

namespace rinha::stress_load {
namespace {

using namespace std::chrono_literals;

TEST(Percentiles, AreTheNearestRank)
{
    times of(1000);
    std::iota(of.rbegin(), of.rend(), 1); // microseconds
    const auto all = percentiles_of(of);
    EXPECT_EQ(all.count, 1000U);
    EXPECT_DOUBLE_EQ(all.p50, 0.5);
    EXPECT_DOUBLE_EQ(all.p75, 0.75);
    EXPECT_DOUBLE_EQ(all.p95, 0.95);
    EXPECT_DOUBLE_EQ(all.p99, 0.99);
    EXPECT_DOUBLE_EQ(all.max, 1);
}

TEST(Percentiles, OfOneAreIt)
{
    times of{7000};
    const auto all = percentiles_of(of);
    EXPECT_DOUBLE_EQ(all.p50, 7);
    EXPECT_DOUBLE_EQ(all.max, 7);
}

TEST(Percentiles, OfNoneAreZero)
{
    times of;
    EXPECT_EQ(percentiles_of(of).count, 0U);
    EXPECT_DOUBLE_EQ(percentiles_of(of).max, 0);
}

answer with_status(int status) { return {.status = status, .location = "/pessoas/1"}; }

TEST(Tally, CountsFaultsByRequestAndReason)
{
    tally counted;
    counted.add(request::creation, with_status(201), 2ms);
    counted.add(request::creation, with_status(503), 4ms);
    counted.add(request::look, with_status(503), 6ms);
    counted.add(request::look, with_status(503), 8ms);
    counted.add(request::search, make_error_code(boost::system::errc::timed_out), 8ms);
    EXPECT_EQ(counted.requests(), 5U);
    EXPECT_EQ(counted.failed(), 4U);
    EXPECT_THAT(counted.faults(), testing::ElementsAre(testing::Pair("busca válida: Connection timed out", 1U),
                                                       testing::Pair("consulta: status 503", 2U),
                                                       testing::Pair("criação: status 503", 1U)));
    EXPECT_THAT(counted.creations(), testing::ElementsAre(testing::Pair(201, 1U), testing::Pair(503, 1U)));
}

TEST(Tally, GivesEachLatencyOnceAsRecent)
{
    tally counted;
    counted.add(request::look, with_status(200), 1ms);
    EXPECT_THAT(counted.take_recent(), testing::ElementsAre(1000U));
    counted.add(request::search, with_status(200), 2ms);
    EXPECT_THAT(counted.take_recent(), testing::ElementsAre(2000U));
    EXPECT_THAT(counted.take_recent(), testing::IsEmpty());
    EXPECT_THAT(counted.latencies(request::look), testing::ElementsAre(1000U));
}

TEST(Report, IsJsonWithWhatWasAskedAndWhatCame)
{
    tally counted;
    counted.add_delay(3ms);
    counted.add(request::creation, with_status(201), 10ms);
    counted.add(request::creation, with_status(503), 20ms);
    const run of{.url = "http://x\"y",
                 .asked = in_proportion(600),
                 .duration = 60s,
                 .elapsed = 61s,
                 .cpu = std::chrono::duration<double>(1.5)};
    simdjson::dom::parser parser;
    const auto text = to_json(of, counted);
    const simdjson::dom::element json = parser.parse(text);
    EXPECT_EQ(std::string_view(json["url"]), "http://x\"y");
    EXPECT_EQ(double(json["searches_per_second"]), 100);
    EXPECT_EQ(double(json["cpu_seconds"]), 1.5);
    EXPECT_EQ(std::uint64_t(json["users"]), 1U);
    EXPECT_EQ(std::uint64_t(json["requests"]), 2U);
    EXPECT_EQ(std::uint64_t(json["ok"]), 1U);
    EXPECT_EQ(std::uint64_t(json["ko"]), 1U);
    EXPECT_EQ(std::uint64_t(json["ko_by_reason"]["criação: status 503"]), 1U);
    EXPECT_EQ(std::uint64_t(json["creations_by_status"]["201"]), 1U);
    EXPECT_EQ(double(json["latency_ms"]["all"]["max"]), 20);
    EXPECT_EQ(double(json["latency_ms"]["criação"]["p50"]), 10);
    EXPECT_EQ(std::uint64_t(json["latency_ms"]["consulta"]["count"]), 0U);
    EXPECT_EQ(double(json["late_ms"]["max"]), 3);
}

} // namespace
} // namespace rinha::stress_load
