#include "instance.hpp"

#include "rinha/pessoas_pg/migrate.hpp"

#include <stdexcept>
#include <utility>

namespace rinha::pessoas_pg {

using namespace std::chrono_literals;

std::string prepared_database(support::postgres& cluster)
{
    auto database = cluster.make_database();
    if (!migrate(database, 10s))
        throw std::runtime_error("the schema could not be made");
    return database;
}

instance::instance(support::loop& io, settings options)
    : io_(io)
    , persons_(io.executor(), std::move(options), metrics_)
{
    persons_.run();
    io_.run_until([this] { return persons_.is_up(); });
}

instance::~instance() { io_.run(persons_.stop(clock::now() + 5s)); }

} // namespace rinha::pessoas_pg
