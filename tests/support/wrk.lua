-- Says at the end what happened as one line of JSON. Scripts with requests of their own load it by dofile().
function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    '{"requests": %d, "seconds": %.6f, "p50": %.6f, "p99": %.6f, "longest": %.6f, "refused": %d, "broken": %d}\n',
    summary.requests, summary.duration / 1e6,
    latency:percentile(50) / 1e6, latency:percentile(99) / 1e6, latency.max / 1e6,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
