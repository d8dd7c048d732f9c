#include "pessoas_pg/writer_metrics.hpp"

#include <string>

namespace rinha::pessoas_pg {
namespace {

metrics::counter& rows_counter(metrics::registry& m, const std::string& fate)
{
    return m.make_counter("pessoas_insert_rows_total", "Persons taken in to be stored, by what they were told",
                          {{"fate", fate}});
}

} // namespace

writer_metrics::writer_metrics(metrics::registry& m)
    : rows_(m.make_histogram("pessoas_insert_batch_rows", "Persons in a batch", metrics::size_bounds()))
    , seconds_(m.make_histogram("pessoas_insert_flush_seconds", "From sending a batch to its commit, or failure",
                                metrics::latency_bounds()))
    , stored_(rows_counter(m, "stored"))
    , taken_(rows_counter(m, "taken"))
    , failed_(rows_counter(m, "failed"))
    , uncertain_(rows_counter(m, "uncertain"))
    , retries_(
          m.make_counter("pessoas_insert_retries_total", "Batches sent again, after a lost connection or a deadlock"))
{
}

void writer_metrics::flushed(std::size_t rows, clock::duration took)
{
    rows_.observe(static_cast<double>(rows));
    seconds_.observe(std::chrono::duration<double>(took).count());
}

void writer_metrics::answered(batcher<new_person>::fate what)
{
    using fate = batcher<new_person>::fate;
    switch (what) {
    case fate::stored:
        return stored_.add();
    case fate::taken:
        return taken_.add();
    case fate::failed:
        return failed_.add();
    case fate::uncertain:
        return uncertain_.add();
    }
}

} // namespace rinha::pessoas_pg
