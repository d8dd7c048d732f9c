#include "pessoas_pg/connections.hpp"

#include <string>
#include <utility>

namespace rinha::pessoas_pg {
namespace {

pg::connection_settings any(const settings& options, std::string name)
{
    pg::connection_settings any;
    any.name = std::move(name);
    any.conninfo = options.conninfo;
    any.statement_deadline = options.deadline;
    any.session = {{"jit", "off"}};
    any.advice_if_unprepared = "is the schema up to date? --migrate makes it so";
    return any;
}

// A plan is made once and kept. Made while the table has a page or two it would read all of them, and go on so until
// the next ANALYZE, in a table that grows by thousands of persons a second.
void always_ask_the_index(pg::connection_settings& of) { of.session.emplace_back("enable_seqscan", "off"); }

} // namespace

pg::connection_settings writing(const settings& options)
{
    auto writing = any(options, "writes");
    // Whatever the database's default is: who is told 201 finds the person again after a crash.
    writing.session.emplace_back("synchronous_commit", "on");
    always_ask_the_index(writing);
    return writing;
}

pg::connection_settings reading(const settings& options)
{
    auto reading = any(options, "reads");
    reading.max_in_flight = options.reads_in_flight;
    reading.max_waiting = options.reads_waiting;
    always_ask_the_index(reading);
    return reading;
}

pg::connection_settings searching(const settings& options)
{
    auto searching = any(options, "searches");
    searching.max_in_flight = 1;
    searching.max_waiting = options.searches_waiting;
    searching.session.emplace_back("plan_cache_mode", "force_custom_plan");
    searching.session.emplace_back("max_parallel_workers_per_gather", "0"); // they would take from the creations
    return searching;
}

} // namespace rinha::pessoas_pg
