#pragma once

#include "pessoas_pg/new_person.hpp"
#include "rinha/core/async.hpp"
#include "rinha/core/batcher.hpp"
#include "rinha/metrics/registry.hpp"

namespace rinha::pessoas_pg {

class writer_metrics
{
public:
    explicit writer_metrics(metrics::registry& m);

    void flushed(std::size_t rows, clock::duration took);
    // Once for each person.
    void answered(batcher<new_person>::fate what);
    void retried() { retries_.add(); }

private:
    metrics::histogram& rows_;
    metrics::histogram& seconds_;
    metrics::counter& stored_;
    metrics::counter& taken_;
    metrics::counter& failed_;
    metrics::counter& uncertain_;
    metrics::counter& retries_;
};

} // namespace rinha::pessoas_pg
