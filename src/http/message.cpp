#include "rinha/http/message.hpp"

#include <algorithm>
#include <array>

namespace rinha::http {
namespace {

constexpr std::array<std::string_view, 7> names{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"};

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

} // namespace

std::string_view to_string(method value) noexcept
{
    const auto index = static_cast<std::size_t>(value);
    return index < names.size() ? names[index] : std::string_view{};
}

method to_method(std::string_view token) noexcept
{
    const auto* const found = std::ranges::find(names, token);
    return found == names.end() ? method::other : static_cast<method>(found - names.begin());
}

bool equals_ignoring_case(std::string_view a, std::string_view b) noexcept
{
    return a.size() == b.size() && std::ranges::equal(a, b, {}, lower, lower);
}

void headers::add(std::string_view name, std::string_view value)
{
    if (size_ == fields_.size())
        fields_.emplace_back();
    fields_[size_].name.assign(name);
    fields_[size_].value.assign(value);
    ++size_;
}

const std::string* headers::find(std::string_view name) const noexcept
{
    const auto found = std::ranges::find_if(*this, [&](const header& h) { return equals_ignoring_case(h.name, name); });
    return found == end() ? nullptr : &found->value;
}

void headers::clear() noexcept { size_ = 0; }

void request::clear() noexcept
{
    method = method::get;
    path.clear();
    query.clear();
    has_query = false;
    headers.clear();
    body.clear();
    params.clear();
}

} // namespace rinha::http
