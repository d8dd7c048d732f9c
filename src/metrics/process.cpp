#include "metrics/process.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>

#include <sys/resource.h>
#include <time.h> // NOLINT(modernize-deprecated-headers): clock_gettime is POSIX
#include <unistd.h>

namespace rinha::metrics {
namespace {

std::optional<double> seconds(clockid_t clock)
{
    timespec t{};
    if (clock_gettime(clock, &t) != 0)
        return std::nullopt;
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

std::optional<double> resident_bytes()
{
    std::ifstream statm("/proc/self/statm");
    double total = 0;
    double resident = 0;
    if (!(statm >> total >> resident))
        return std::nullopt;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

std::optional<double> open_descriptors()
{
    std::error_code ec;
    std::filesystem::directory_iterator entry("/proc/self/fd", ec);
    if (ec)
        return std::nullopt;
    // One is that of the directory itself.
    return static_cast<double>(std::distance(entry, std::filesystem::directory_iterator{})) - 1;
}

std::optional<double> allowed_descriptors()
{
    rlimit limit{};
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return std::nullopt;
    return static_cast<double>(limit.rlim_cur);
}

// Field 22 of proc(5)'s stat, in clock ticks since boot. The second field, the program's name in parentheses, may hold
// blanks: the count begins behind it.
std::optional<double> started_after_boot()
{
    std::ifstream stat("/proc/self/stat");
    std::string line;
    if (!std::getline(stat, line))
        return std::nullopt;

    constexpr int first_behind_name = 3;
    constexpr int start_time = 22;
    std::istringstream fields(line.substr(line.rfind(')') + 1));
    std::string skipped;
    for (int field = first_behind_name; field < start_time; ++field)
        fields >> skipped;
    double ticks = 0;
    if (!(fields >> ticks))
        return std::nullopt;
    return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::optional<double> start_time()
{
    const auto after_boot = started_after_boot();
    const auto since_boot = seconds(CLOCK_BOOTTIME);
    const auto now = seconds(CLOCK_REALTIME);
    if (!after_boot || !since_boot || !now)
        return std::nullopt;
    return *now - *since_boot + *after_boot;
}

} // namespace

std::vector<prometheus::MetricFamily> process_families()
{
    using prometheus::MetricType;
    // Once: the difference of two clocks jitters, and every change would look like a restart.
    static const auto started = start_time();

    std::vector<prometheus::MetricFamily> families;
    const auto add = [&](const char* name, const char* help, MetricType type, std::optional<double> value) {
        if (!value)
            return;
        prometheus::ClientMetric metric;
        (type == MetricType::Counter ? metric.counter.value : metric.gauge.value) = *value;
        families.push_back({name, help, type, {std::move(metric)}});
    };
    add("process_cpu_seconds_total", "CPU time spent, user and system.", MetricType::Counter,
        seconds(CLOCK_PROCESS_CPUTIME_ID));
    add("process_resident_memory_bytes", "Resident memory.", MetricType::Gauge, resident_bytes());
    add("process_open_fds", "Open file descriptors.", MetricType::Gauge, open_descriptors());
    add("process_max_fds", "File descriptors that may be open.", MetricType::Gauge, allowed_descriptors());
    add("process_start_time_seconds", "Start of the process, in seconds since 1970.", MetricType::Gauge, started);
    return families;
}

} // namespace rinha::metrics
