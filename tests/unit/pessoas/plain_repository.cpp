#include "unit/pessoas/plain_repository.hpp"

#include "rinha/core/text.hpp"
#include "rinha/pessoas/error.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>

namespace rinha::pessoas {

awaitable<result<uuid>> plain_repository::insert(draft value)
{
    for (const kept& each : persons_) {
        if (each.who.apelido == value.apelido)
            co_return errc::apelido_taken;
    }
    std::vector<std::string> folded{fold_case(value.apelido), fold_case(value.nome)};
    simdjson::dom::parser parser;
    simdjson::dom::array items;
    if (parser.parse(value.stack).get(items) == simdjson::SUCCESS) {
        for (const simdjson::dom::element item : items)
            folded.push_back(fold_case(item.get_string().value()));
    }
    const uuid id = next_id_();
    person who{id, std::move(value.apelido), std::move(value.nome), value.nascimento, std::move(value.stack)};
    persons_.push_back({std::move(who), std::move(folded)});
    co_return id;
}

awaitable<result<person>> plain_repository::find(uuid id)
{
    for (const kept& each : persons_) {
        if (each.who.id == id)
            co_return each.who;
    }
    co_return errc::not_found;
}

awaitable<result<std::vector<person>>> plain_repository::search(std::string term)
{
    const auto folded = fold_case(term);
    const auto holds = [&](const std::string& field) { return field.find(folded) != std::string::npos; };
    std::vector<person> found;
    for (const kept& each : persons_) {
        if (found.size() < search_limit && std::ranges::any_of(each.folded, holds))
            found.push_back(each.who);
    }
    co_return found;
}

awaitable<result<std::uint64_t>> plain_repository::count() { co_return persons_.size(); }

} // namespace rinha::pessoas
