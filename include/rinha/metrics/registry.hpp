#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace rinha::metrics {

using labels = std::map<std::string, std::string>;

// Instruments are written by one thread at a time (its own, or whoever holds a lock) and read by the scrape: relaxed
// loads and stores, no locked instruction.
class counter
{
public:
    void add(std::uint64_t n = 1) noexcept
    {
        value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }

    std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::uint64_t> value_{0};
};

class gauge
{
public:
    void add(std::int64_t n) noexcept
    {
        value_.store(value_.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }

    void set(std::int64_t n) noexcept { value_.store(n, std::memory_order_relaxed); }

    std::int64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

private:
    std::atomic<std::int64_t> value_{0};
};

class histogram
{
public:
    // Upper bounds, increasing; what is above the last one is counted too.
    explicit histogram(std::vector<double> bounds);

    // In the unit of the bounds. A value that is a bound belongs below it.
    void observe(double value) noexcept;

    const std::vector<double>& bounds() const noexcept { return bounds_; }

    std::uint64_t count(std::size_t bucket) const noexcept; // bounds().size() + 1 buckets, not cumulated

    double sum() const noexcept { return sum_.load(std::memory_order_relaxed); }

private:
    std::vector<double> bounds_;
    std::vector<std::atomic<std::uint64_t>> buckets_;
    std::atomic<double> sum_{0};
};

// Seconds, from 50 µs to 10 s.
std::vector<double> latency_bounds();

// Powers of two from 1 to 1,024.
std::vector<double> size_bounds();

// All instruments of the process. Each thread makes its own, under the same names and labels; the scrape sums those
// that are alike. Making one takes a lock, using it does not; they live as long as the registry. Names and units follow
// Prometheus' conventions; of several helps the first counts. To give one name two types, or one histogram's name and
// labels two rows of bounds, is a bug.
class registry
{
public:
    registry();
    ~registry();
    registry(const registry&) = delete;
    registry& operator=(const registry&) = delete;

    counter& make_counter(const std::string& name, const std::string& help, const labels& of = {});
    gauge& make_gauge(const std::string& name, const std::string& help, const labels& of = {});
    histogram& make_histogram(const std::string& name, const std::string& help, std::vector<double> bounds,
                              const labels& of = {});

    // Prometheus text format 0.0.4. From any thread.
    std::string to_text() const;

private:
    struct state;
    std::unique_ptr<state> state_;
};

} // namespace rinha::metrics
