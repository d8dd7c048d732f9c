#include "rinha/metrics/registry.hpp"

#include <gmock/gmock.h>

#include <thread>
#include <variant>

namespace rinha::metrics {
namespace {

using testing::HasSubstr;

TEST(Registry, WritesNameHelpTypeLabelsAndValue)
{
    registry all;

    all.make_counter("http_requests_total", "Requests.", {{"status", "201"}, {"route", "/pessoas"}}).add(3);
    all.make_gauge("http_connections", "Open connections.").add(-2);

    EXPECT_THAT(all.to_text(), HasSubstr("# HELP http_requests_total Requests.\n"
                                         "# TYPE http_requests_total counter\n"
                                         "http_requests_total{route=\"/pessoas\",status=\"201\"} 3\n"));
    EXPECT_THAT(all.to_text(), HasSubstr("# HELP http_connections Open connections.\n"
                                         "# TYPE http_connections gauge\n"
                                         "http_connections -2\n"));
}

TEST(Registry, WritesHistogramsCumulated)
{
    registry all;
    auto& sizes = all.make_histogram("rows", "Rows.", {1, 2});

    for (const double value : {1.0, 2.0, 2.0, 3.0})
        sizes.observe(value);

    EXPECT_THAT(all.to_text(), HasSubstr("# TYPE rows histogram\n"
                                         "rows_count 4\n"
                                         "rows_sum 8\n"
                                         "rows_bucket{le=\"1\"} 1\n"
                                         "rows_bucket{le=\"2\"} 3\n"
                                         "rows_bucket{le=\"+Inf\"} 4\n"));
}

TEST(Registry, EscapesLabelValues)
{
    registry all;

    all.make_counter("odd_total", "Odd.", {{"what", "a\"b\\c\nd"}});

    EXPECT_THAT(all.to_text(), HasSubstr(R"(odd_total{what="a\"b\\c\nd"} 0)"));
}

TEST(Registry, WritesLargeCountsExactly)
{
    registry all;

    all.make_counter("many_total", "Many.").add(9'007'199'254'740'991);

    EXPECT_THAT(all.to_text(), HasSubstr("many_total 9007199254740991\n"));
}

TEST(Registry, SumsInstrumentsThatAreAlike)
{
    registry all;
    auto& first = all.make_counter("n_total", "N.", {{"of", "a"}});
    auto& second = all.make_counter("n_total", "N.", {{"of", "a"}});
    auto& other = all.make_counter("n_total", "N.", {{"of", "b"}});
    auto& here = all.make_histogram("h", "H.", {1});
    auto& there = all.make_histogram("h", "H.", {1});

    first.add(2);
    second.add(3);
    other.add(10);
    here.observe(0.5);
    there.observe(7);

    EXPECT_THAT(all.to_text(), HasSubstr("n_total{of=\"a\"} 5\nn_total{of=\"b\"} 10\n"));
    EXPECT_THAT(all.to_text(), HasSubstr("h_count 2\nh_sum 7.5\nh_bucket{le=\"1\"} 1\nh_bucket{le=\"+Inf\"} 2\n"));
}

TEST(Registry, NamesAFamilyOnceHoweverManyInstrumentsItHas)
{
    registry all;
    all.make_gauge("g", "G.", {{"of", "a"}});
    all.make_gauge("g", "G.", {{"of", "b"}});

    const auto text = all.to_text();

    EXPECT_EQ(text.find("# TYPE g gauge"), text.rfind("# TYPE g gauge"));
}

TEST(Registry, KeepsInstrumentsInPlaceWhenMoreAreMade)
{
    registry all;
    auto& first = all.make_counter("n_total", "N.");

    for (int i = 0; i < 1'000; ++i)
        all.make_counter("n_total", "N.");
    first.add(7);

    EXPECT_THAT(all.to_text(), HasSubstr("n_total 7\n"));
}

TEST(Registry, IsScrapedWhileThreadsMakeAndWriteInstruments)
{
    registry all;
    constexpr int threads = 3;
    constexpr int each = 10'000;

    {
        std::vector<std::jthread> writers;
        writers.reserve(threads);
        for (int i = 0; i < threads; ++i) {
            writers.emplace_back([&all] {
                auto& n = all.make_counter("n_total", "N.");
                auto& h = all.make_histogram("h", "H.", {1});
                for (int k = 0; k < each; ++k) {
                    n.add();
                    h.observe(k % 2);
                }
            });
        }
        for (int i = 0; i < 20; ++i)
            EXPECT_THAT(all.to_text(), HasSubstr("process_open_fds"));
    }

    EXPECT_THAT(all.to_text(), HasSubstr("n_total 30000\n"));
    EXPECT_THAT(all.to_text(), HasSubstr("h_count 30000\n"));
}

TEST(Registry, RefusesASecondTypeForAName)
{
    registry all;
    all.make_gauge("g", "G.");

    EXPECT_THROW(all.make_counter("g", "G."), std::bad_variant_access);
}

TEST(Registry, TellsOfTheProcess)
{
    EXPECT_THAT(registry{}.to_text(), HasSubstr("# TYPE process_cpu_seconds_total counter"));
}

} // namespace
} // namespace rinha::metrics
