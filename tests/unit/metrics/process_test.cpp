#include "metrics/process.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

namespace rinha::metrics {
namespace {

double value_of(std::string_view name)
{
    const auto families = process_families();
    const auto found = std::ranges::find(families, name, &prometheus::MetricFamily::name);
    if (found == families.end()) {
        ADD_FAILURE() << name << " is missing";
        return 0;
    }
    const auto& metric = found->metric.front();
    return found->type == prometheus::MetricType::Counter ? metric.counter.value : metric.gauge.value;
}

TEST(Process, HasTheFamiliesOfThePrometheusClients)
{
    std::vector<std::string> names;
    for (const auto& family : process_families())
        names.push_back(family.name);

    EXPECT_THAT(names, testing::ElementsAre("process_cpu_seconds_total", "process_resident_memory_bytes",
                                            "process_open_fds", "process_max_fds", "process_start_time_seconds"));
}

TEST(Process, CpuTimeGrowsWithWork)
{
    const double before = value_of("process_cpu_seconds_total");
    while (value_of("process_cpu_seconds_total") < before + 0.01) { // ends, or the test's time does
    }
    EXPECT_GT(before, 0);
}

TEST(Process, CountsTheDescriptorsThatAreOpen)
{
    const double before = value_of("process_open_fds");

    const int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
    ASSERT_GE(opened, 0);
    EXPECT_EQ(value_of("process_open_fds"), before + 1);

    close(opened);
    EXPECT_EQ(value_of("process_open_fds"), before);
}

TEST(Process, ResidentMemoryIsInBytes) { EXPECT_GT(value_of("process_resident_memory_bytes"), 1024 * 1024); }

TEST(Process, StartedWithinTheLastHourAndStaysThere)
{
    const double now = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    const double started = value_of("process_start_time_seconds");

    EXPECT_LE(started, now + 1);
    EXPECT_GE(started, now - 3'600);
    EXPECT_EQ(value_of("process_start_time_seconds"), started);
}

} // namespace
} // namespace rinha::metrics
