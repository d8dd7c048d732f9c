#include "rinha/metrics/registry.hpp"

namespace rinha::metrics {

std::vector<double> latency_bounds()
{
    return {50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3, 25e-3,
            50e-3, 100e-3, 250e-3, 500e-3, 1.0,  2.5,    5.0,  10.0};
}

std::vector<double> size_bounds() { return {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1'024}; }

} // namespace rinha::metrics
