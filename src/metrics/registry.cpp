#include "rinha/metrics/registry.hpp"

#include "metrics/process.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <deque>
#include <mutex>
#include <utility>
#include <variant>

namespace rinha::metrics {
namespace {

// Each on a cache line of its own: threads write those that are alike at the same time.
template <class Instrument>
struct alignas(64) slot
{
    template <class... Args>
    explicit slot(Args&&... args)
        : instrument(std::forward<Args>(args)...)
    {
    }

    Instrument instrument;
};

// The instruments of one name, by labels.
template <class Instrument>
using series = std::map<labels, std::deque<slot<Instrument>>>;

struct family
{
    std::string help;
    std::variant<series<counter>, series<gauge>, series<histogram>> instruments;
};

prometheus::MetricType type_of(const family& of)
{
    static constexpr std::array types{prometheus::MetricType::Counter, prometheus::MetricType::Gauge,
                                      prometheus::MetricType::Histogram};
    static_assert(types.size() == std::variant_size_v<decltype(of.instruments)>);
    return types[of.instruments.index()]; // in the order of the variant
}

void sum(const std::deque<slot<counter>>& alike, prometheus::ClientMetric& into)
{
    for (const auto& each : alike)
        into.counter.value += static_cast<double>(each.instrument.value());
}

void sum(const std::deque<slot<gauge>>& alike, prometheus::ClientMetric& into)
{
    for (const auto& each : alike)
        into.gauge.value += static_cast<double>(each.instrument.value());
}

void sum(const std::deque<slot<histogram>>& alike, prometheus::ClientMetric& into)
{
    auto& to = into.histogram;
    const auto& bounds = alike.front().instrument.bounds();
    for (std::size_t bucket = 0; bucket <= bounds.size(); ++bucket) {
        for (const auto& each : alike)
            to.sample_count += each.instrument.count(bucket);
        if (bucket < bounds.size())
            to.bucket.push_back({to.sample_count, bounds[bucket]}); // +Inf is written by the serializer
    }
    for (const auto& each : alike)
        to.sample_sum += each.instrument.sum();
}

} // namespace

struct registry::state
{
    mutable std::mutex mutex;
    std::map<std::string, family> families;

    template <class Instrument, class... Args>
    Instrument& make(const std::string& name, const std::string& help, const labels& of, Args&&... args)
    {
        const std::lock_guard lock(mutex);
        auto& family = families.try_emplace(name, metrics::family{help, series<Instrument>{}}).first->second;
        // Throws where one name is given two types: a bug that shows at the start of the program.
        auto& instruments = std::get<series<Instrument>>(family.instruments);
        return instruments[of].emplace_back(std::forward<Args>(args)...).instrument;
    }
};

registry::registry()
    : state_(std::make_unique<state>())
{
}

registry::~registry() = default;

counter& registry::make_counter(const std::string& name, const std::string& help, const labels& of)
{
    return state_->make<counter>(name, help, of);
}

gauge& registry::make_gauge(const std::string& name, const std::string& help, const labels& of)
{
    return state_->make<gauge>(name, help, of);
}

histogram& registry::make_histogram(const std::string& name, const std::string& help, std::vector<double> bounds,
                                    const labels& of)
{
    return state_->make<histogram>(name, help, of, std::move(bounds));
}

std::string registry::to_text() const
{
    auto families = process_families();
    const std::lock_guard lock(state_->mutex);
    for (const auto& [name, family] : state_->families) {
        auto& to = families.emplace_back();
        to.name = name;
        to.help = family.help;
        to.type = type_of(family);
        std::visit(
            [&](const auto& instruments) {
                for (const auto& [of, alike] : instruments) {
                    auto& metric = to.metric.emplace_back();
                    for (const auto& [label, value] : of)
                        metric.label.push_back({label, value});
                    sum(alike, metric);
                }
            },
            family.instruments);
    }
    return prometheus::TextSerializer{}.Serialize(families);
}

} // namespace rinha::metrics
