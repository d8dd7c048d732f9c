#pragma once

#include <prometheus/metric_family.h>

#include <vector>

namespace rinha::metrics {

// What the kernel says of this process, under the names that every Prometheus client library uses: CPU seconds,
// resident memory, open and allowed file descriptors, start time. What can't be read is left out.
std::vector<prometheus::MetricFamily> process_families();

} // namespace rinha::metrics
