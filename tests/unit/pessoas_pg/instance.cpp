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

instance::instance(support::io_loop& loop, settings options)
    : loop_(loop)
    , persons_(loop.get_executor(), std::move(options), metrics_)
{
    persons_.run();
    loop_.run_until([this] { return persons_.is_up(); });
}

instance::~instance() { loop_.run(persons_.stop(clock::now() + 5s)); }

pessoas::draft draft_of(std::string apelido, std::string nome, std::string stack)
{
    using namespace std::chrono;
    return {std::move(apelido), std::move(nome), year(2000) / 1 / 2, std::move(stack)};
}

} // namespace rinha::pessoas_pg
