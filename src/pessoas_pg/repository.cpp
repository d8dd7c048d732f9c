#include "rinha/pessoas_pg/repository.hpp"

#include "pessoas_pg/connections.hpp"
#include "pessoas_pg/like.hpp"
#include "pessoas_pg/person_row.hpp"
#include "pessoas_pg/statements.hpp"
#include "pessoas_pg/writer.hpp"
#include "rinha/pessoas/error.hpp"
#include "rinha/pessoas/search_text.hpp"
#include "rinha/pessoas/store_error.hpp"
#include "rinha/pg/error.hpp"
#include "rinha/pg/pool.hpp"

#include <algorithm>
#include <utility>

namespace rinha::pessoas_pg {
namespace {

using pessoas::store_errc;

// What a failed read means: it had no effect, whatever became of it.
error_code failed_read(error_code reason)
{
    switch (static_cast<pg::errc>(reason.value())) {
    case pg::errc::unavailable:
    case pg::errc::lost:
        return store_errc::away;
    case pg::errc::timed_out:
    case pg::errc::retry:
        return store_errc::too_late;
    case pg::errc::overloaded:
        return store_errc::overloaded;
    case pg::errc::no_resources:
        return store_errc::full;
    case pg::errc::data_exception:
    case pg::errc::constraint_violated:
    case pg::errc::limit_exceeded:
    case pg::errc::statement_failed:
        break;
    }
    return store_errc::refused;
}

} // namespace

struct repository::state
{
    state(const executor& ex, const settings& options, metrics::registry& m)
        : creations(std::make_shared<writer>(ex, options, m))
        , reads(ex, options.read_connections, reading(options), {statements::find}, m)
        , searches(ex, options.search_connections, searching(options),
                   {statements::search, statements::scan, statements::count}, m)
    {
    }

    uuid_v7_generator next_id;
    std::shared_ptr<writer> creations;
    pg::pool reads;
    pg::pool searches;
};

repository::repository(const executor& ex, const settings& options, metrics::registry& m)
    : state_(std::make_unique<state>(ex, options, m))
{
}

repository::~repository() { state_->creations->close(); }

void repository::run()
{
    state_->creations->run();
    state_->reads.run();
    state_->searches.run();
}

awaitable<void> repository::stop(clock::time_point deadline)
{
    co_await state_->creations->stop(deadline);
    co_await state_->reads.stop(deadline);
    co_await state_->searches.stop(deadline);
}

bool repository::is_up() const noexcept
{
    return state_->creations->is_up() && state_->reads.is_up() && state_->searches.is_up();
}

bool repository::lacks_schema() const noexcept { return state_->creations->lacks_schema(); }

bool repository::lacks_rights() const noexcept { return state_->creations->lacks_rights(); }

bool repository::is_read_only() const noexcept { return state_->creations->is_read_only(); }

std::chrono::microseconds repository::latency() const noexcept
{
    return std::max(state_->creations->latency(), state_->reads.latency());
}

awaitable<result<uuid>> repository::insert(pessoas::draft value)
{
    const uuid id = state_->next_id();
    new_person row(id, std::move(value));
    const error_code failed = co_await state_->creations->store(std::move(row));
    if (failed)
        co_return failed;
    co_return id;
}

awaitable<result<pessoas::person>> repository::find(uuid id)
{
    pg::params of;
    of.add(id);
    const auto found = co_await state_->reads.execute(statements::find, std::move(of));
    if (!found)
        co_return failed_read(found.error());
    if (found->size() == 0)
        co_return make_error_code(pessoas::errc::not_found);
    co_return person_of(id, *found, 0, 0);
}

awaitable<result<std::vector<pessoas::person>>> repository::search(std::string term)
{
    std::vector<pessoas::person> persons;
    const auto folded = pessoas::search_term(term);
    if (folded.empty())
        co_return persons;

    pg::params of;
    of.add(std::string_view(pattern_containing(folded)));
    const auto& how = has_trigram(folded) ? statements::search : statements::scan;
    const auto found = co_await state_->searches.execute(how, std::move(of));
    if (!found)
        co_return failed_read(found.error());

    persons.reserve(static_cast<std::size_t>(found->size()));
    for (int row = 0; row < found->size(); ++row)
        persons.push_back(person_of(found->id(row, 0), *found, row, 1));
    co_return persons;
}

awaitable<result<std::uint64_t>> repository::count()
{
    pg::params none;
    const auto counted = co_await state_->searches.execute(statements::count, std::move(none));
    if (!counted)
        co_return failed_read(counted.error());
    co_return static_cast<std::uint64_t>(counted->integer(0, 0));
}

} // namespace rinha::pessoas_pg
