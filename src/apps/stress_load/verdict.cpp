#include "apps/stress_load/verdict.hpp"

#include <fmt/format.h>

namespace rinha::stress_load {

namespace {

bool is_expected(request what, int status) noexcept
{
    switch (what) {
    case request::creation:
        return status == 201 || status == 422 || status == 400;
    case request::look:
    case request::search:
        return status / 100 == 2;
    case request::invalid_search:
        return status == 400;
    }
    return false;
}

} // namespace

std::string_view name_of(request what) noexcept
{
    switch (what) {
    case request::creation:
        return "criação";
    case request::look:
        return "consulta";
    case request::search:
        return "busca válida";
    case request::invalid_search:
        return "busca inválida";
    }
    return "";
}

std::string fault_of(request what, const result<answer>& got)
{
    if (!got && got.error() == boost::system::errc::bad_message)
        return "unreadable answer";
    if (!got)
        return got.error().message();
    if (!is_expected(what, got->status))
        return fmt::format("status {}", got->status);
    if (what == request::creation && got->status == 201 && got->location.empty())
        return "no Location";
    return {};
}

} // namespace rinha::stress_load
