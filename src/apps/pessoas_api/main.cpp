#include "apps/pessoas_api/config.hpp"
#include "apps/pessoas_api/control.hpp"
#include "apps/pessoas_api/descriptors.hpp"
#include "apps/pessoas_api/health_check.hpp"
#include "apps/pessoas_api/logging.hpp"
#include "apps/pessoas_api/signals.hpp"
#include "apps/pessoas_api/stores.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace rinha::pessoas_api {
namespace {

constexpr int failed = 1;

std::optional<http::listener> listen(std::string_view setting, const http::endpoint& at, std::size_t threads)
{
    auto opened = http::listener::open(at, threads);
    if (opened)
        return std::move(*opened);
    spdlog::error("{} {}: {}", setting, to_string(at), opened.error().message());
    return std::nullopt;
}

// The number of requests that were given up at the end. Nothing where it can't start; the log says why.
std::optional<std::size_t> serve(const config& of)
{
    std::signal(SIGPIPE, SIG_IGN); // a client that is gone is an error of write()
    std::signal(SIGXFSZ, SIG_IGN); // a file at its size limit too (spec row 42)
    const auto descriptors = raise_descriptor_limit();
    auto limits = of.http;
    limits.max_connections = connections_within(descriptors, of);
    if (limits.max_connections == 0) {
        spdlog::error("only {} files may be open: too few to serve anybody; raise `ulimit -n`", descriptors);
        return std::nullopt;
    }
    if (limits.max_connections < of.http.max_connections)
        spdlog::warn("only {} files may be open: --max-connections is {} instead of {}; raise `ulimit -n`", descriptors,
                     limits.max_connections, of.http.max_connections);

    metrics::registry metrics;
    auto api = listen("--listen", of.listen, of.threads);
    auto admin = of.admin ? listen("--admin-address", *of.admin, 1) : std::nullopt;
    if (!api || (of.admin && !admin))
        return std::nullopt;
    const auto store = open_store(of, metrics);
    if (!store) {
        spdlog::error("{}: {}", describe_store(of), describe_failure(of, store.error()));
        return std::nullopt;
    }

    io_threads threads;
    for (std::size_t i = 0; i < of.threads; ++i)
        threads.push_back(std::make_unique<io_thread>(*store, api->take(i), limits, metrics));
    control main_thread(std::move(threads), metrics, limits);
    if (admin)
        main_thread.serve_admin(admin->take(0));

    spdlog::info("pessoas_api {} on {}, {} thread(s), {}; health and metrics on {}", version,
                 to_string(api->bound_to()), of.threads, describe_store(of),
                 admin ? to_string(admin->bound_to()) : "no address");
    return main_thread.run();
}

int serve_to_the_end(const config& of)
{
    const auto given_up = serve(of);
    if (!given_up)
        return failed;
    if (*given_up > 0)
        spdlog::warn("ended; {} request(s) were given up with 503", *given_up);
    else
        spdlog::info("ended; every request was answered");
    return 0;
}

int migrate(const config& of)
{
    if (!migrate_store(of))
        return failed;
    spdlog::info("{}: the schema is up to date", describe_store(of));
    return 0;
}

int check(const config& of)
{
    if (of.admin)
        return check_health(*of.admin);
    fmt::print(stderr, "there is no --admin-address to ask\n");
    return failed;
}

int run(int argc, char** argv)
{
    end_at_once_on_signals(); // until control takes them over

    const auto loaded = load_config(argc, argv);
    if (const auto* said = std::get_if<farewell>(&loaded)) {
        fmt::print(said->exit_code == 0 ? stdout : stderr, "{}", said->text);
        return said->exit_code;
    }
    const auto& of = std::get<config>(loaded);
    start_logging(of.log_level);
    for (const auto& each : of.ignored_variables)
        spdlog::warn("{} in the environment names no setting: ignored", each);
    switch (of.what) {
    case action::serve:
        return serve_to_the_end(of);
    case action::migrate:
        return migrate(of);
    case action::health_check:
        return check(of);
    }
    return failed;
}

} // namespace
} // namespace rinha::pessoas_api

int main(int argc, char** argv)
{
    try {
        return rinha::pessoas_api::run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pessoas_api: {}\n", error.what());
        return 1;
    }
}
