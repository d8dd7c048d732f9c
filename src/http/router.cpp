#include "rinha/http/router.hpp"

#include "http/percent.hpp"
#include "http/serve.hpp"
#include "rinha/http/problem.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <utility>

namespace rinha::http {
namespace {

constexpr std::size_t methods = static_cast<std::size_t>(method::other);

using routes_by_method = std::array<const route*, methods>;

std::size_t index_of(method verb) noexcept { return static_cast<std::size_t>(verb); }

// The first segment of a path that begins with `/`, and what follows it (empty, or beginning with `/`).
std::pair<std::string_view, std::string_view> split(std::string_view path) noexcept
{
    path.remove_prefix(1);
    const std::size_t end = std::min(path.find('/'), path.size());
    return {path.substr(0, end), path.substr(end)};
}

bool is_encoded(std::string_view segment) noexcept { return segment.find('%') != std::string_view::npos; }

// A segment whose percent encoding is broken stands for itself: it names nothing, but is no reason to fail.
std::string decoded(std::string_view segment)
{
    if (is_encoded(segment)) {
        if (auto text = percent_decode(segment))
            return std::move(*text);
    }
    return std::string(segment);
}

bool names_same(std::string_view literal, std::string_view segment)
{
    return literal == segment || (is_encoded(segment) && literal == decoded(segment));
}

// The segments that `{name}`s matched, so far.
class matches
{
public:
    static constexpr std::size_t most = 8; // of one pattern

    void push(std::string_view segment) noexcept { segments_[size_++] = segment; }
    void pop() noexcept { --size_; }

    const std::string_view* begin() const noexcept { return segments_.data(); }
    const std::string_view* end() const noexcept { return segments_.data() + size_; }

private:
    std::array<std::string_view, most> segments_;
    std::size_t size_ = 0;
};

std::string allowed(const routes_by_method& routes)
{
    std::string names;
    for (std::size_t i = 0; i < methods; ++i) {
        const auto verb = static_cast<method>(i);
        const bool implied =
            verb == method::options || (verb == method::head && routes[index_of(method::get)] != nullptr);
        if (!implied && routes[i] == nullptr)
            continue;
        if (!names.empty())
            names += ", ";
        names += to_string(verb);
    }
    return names;
}

// What `OPTIONS *` asks for: the methods of the server as a whole (RFC 9110 section 9.3.7).
routes_by_method any_of(const std::vector<std::unique_ptr<route>>& routes)
{
    routes_by_method all{};
    for (const auto& r : routes)
        all[index_of(r->method)] = r.get();
    return all;
}

response not_found() { return problem(404, "there is no such resource"); }

response with_allow(response answer, const routes_by_method& routes)
{
    answer.headers.add("Allow", allowed(routes));
    return answer;
}

response options(const routes_by_method& routes)
{
    return with_allow({.status = 204, .content_type = {}, .headers = {}, .body = {}}, routes);
}

} // namespace

struct router::node
{
    std::vector<std::pair<std::string, std::unique_ptr<node>>> literals;
    std::unique_ptr<node> any; // `{name}`
    routes_by_method routes{};

    bool has_routes() const noexcept
    {
        return std::ranges::any_of(routes, [](const route* r) { return r != nullptr; });
    }

    node& child(std::string_view segment)
    {
        if (segment.starts_with('{')) {
            assert(segment.ends_with('}'));
            if (!any)
                any = std::make_unique<node>();
            return *any;
        }
        const auto found = std::ranges::find(literals, segment, [](const auto& entry) { return entry.first; });
        if (found != literals.end())
            return *found->second;
        return *literals.emplace_back(segment, std::make_unique<node>()).second;
    }

    // Literals go before `{name}`, and a dead end is left again.
    const node* match(std::string_view rest, matches& params) const
    {
        if (rest.empty())
            return has_routes() ? this : nullptr;
        const auto [segment, tail] = split(rest);
        for (const auto& [literal, next] : literals) {
            if (!names_same(literal, segment))
                continue;
            if (const node* found = next->match(tail, params))
                return found;
        }
        if (!any || segment.empty())
            return nullptr;
        params.push(segment);
        if (const node* found = any->match(tail, params))
            return found;
        params.pop();
        return nullptr;
    }
};

router::router()
    : root_(std::make_unique<node>())
{
}

router::~router() = default;
router::router(router&&) noexcept = default;
router& router::operator=(router&&) noexcept = default;

void router::add(method verb, std::string_view pattern, handler handle, route_limits limits)
{
    assert(verb != method::other && pattern.starts_with('/'));
    assert(std::ranges::count(pattern, '{') <= static_cast<std::ptrdiff_t>(matches::most));
    node* at = root_.get();
    for (std::string_view rest = pattern; !rest.empty();) {
        const auto [segment, tail] = split(rest);
        at = &at->child(segment);
        rest = tail;
    }
    assert(at->routes[index_of(verb)] == nullptr);
    routes_.push_back(std::make_unique<route>(route{.pattern = std::string(pattern),
                                                    .method = verb,
                                                    .handler = std::move(handle),
                                                    .limits = limits,
                                                    .index = routes_.size()}));
    at->routes[index_of(verb)] = routes_.back().get();
}

std::variant<const route*, response> router::find(request& req) const
{
    req.params.clear();
    if (!req.path.starts_with('/'))
        return req.path == "*" && req.method == method::options ? options(any_of(routes_)) : not_found();

    matches matched;
    const node* const at = root_->match(req.path, matched);
    if (at == nullptr)
        return not_found();
    if (req.method == method::other)
        return with_allow(problem(405, "this resource does not have that method"), at->routes);

    const route* found = at->routes[index_of(req.method)];
    if (found == nullptr && req.method == method::head)
        found = at->routes[index_of(method::get)];
    if (found == nullptr && req.method == method::options)
        return options(at->routes);
    if (found == nullptr)
        return with_allow(problem(405, "this resource does not have that method"), at->routes);

    for (const std::string_view segment : matched)
        req.params.push_back(decoded(segment));
    return found;
}

awaitable<response> router::dispatch(request& req) const
{
    target at = find(req);
    if (auto* const refusal = std::get_if<response>(&at))
        co_return std::move(*refusal);
    reply made = serve(*std::get<const route*>(at), req);
    if (auto* const ready = std::get_if<response>(&made))
        co_return std::move(*ready);
    auto work = std::get<awaitable<response>>(std::move(made));
    auto answer = co_await std::move(work);
    co_return answer;
}

const std::vector<std::unique_ptr<route>>& router::routes() const noexcept { return routes_; }

} // namespace rinha::http
