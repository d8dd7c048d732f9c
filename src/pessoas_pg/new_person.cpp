#include "pessoas_pg/new_person.hpp"

#include "pessoas_pg/statements.hpp"
#include "rinha/pessoas/search_text.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace rinha::pessoas_pg {
namespace {

template <class Value, class Member>
void add_column(pg::params& to, const batch& rows, Member member)
{
    std::vector<Value> column;
    column.reserve(rows.size());
    for (const new_person* each : rows)
        column.emplace_back(member(*each));
    to.add(std::span<const Value>(column));
}

void add_further_pieces(pg::params& to, const batch& rows)
{
    std::vector<uuid> owners;
    std::vector<std::string_view> pieces;
    for (const new_person* each : rows) {
        owners.insert(owners.end(), each->pieces().size() - 1, each->id());
        pieces.insert(pieces.end(), each->pieces().begin() + 1, each->pieces().end());
    }
    to.add(std::span<const uuid>(owners)).add(std::span<const std::string_view>(pieces));
}

} // namespace

new_person::new_person(uuid id, pessoas::draft value)
    : id_(id)
    , value_(std::move(value))
    , pieces_(pessoas::search_pieces(value_))
    , bytes_(sizeof(uuid) + sizeof(date) + value_.apelido.size() + value_.nome.size() + value_.stack.size())
{
    for (const auto& piece : pieces_)
        bytes_ += piece.size();
}

insertion insertion_of(const batch& rows)
{
    using text = std::string_view;
    pg::params of;
    add_column<uuid>(of, rows, [](const new_person& each) { return each.id(); });
    add_column<date>(of, rows, [](const new_person& each) { return each.value().nascimento; });
    add_column<text>(of, rows, [](const new_person& each) { return text(each.pieces().front()); });
    add_column<text>(of, rows, [](const new_person& each) { return text(each.value().apelido); });
    add_column<text>(of, rows, [](const new_person& each) { return text(each.value().nome); });
    add_column<text>(of, rows, [](const new_person& each) { return text(each.value().stack); });

    if (std::ranges::all_of(rows, [](const new_person* each) { return each->pieces().size() == 1; }))
        return {statements::insert, std::move(of)};
    add_further_pieces(of, rows);
    return {statements::insert_with_pieces, std::move(of)};
}

} // namespace rinha::pessoas_pg
