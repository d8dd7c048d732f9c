#include "apps/pessoas_api/config.hpp"
#include "apps/pessoas_api/control.hpp"
#include "apps/pessoas_api/descriptors.hpp"
#include "apps/pessoas_api/health_check.hpp"
#include "apps/pessoas_api/logging.hpp"
#include "apps/pessoas_api/stores.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <cstdio>
#include <exception>

namespace rinha::pessoas_api {
namespace {

constexpr int failed = 1;

int serve(const config& of)
{
    std::signal(SIGPIPE, SIG_IGN); // a client that is gone is an error of write()
    const auto descriptors = raise_descriptor_limit();
    if (descriptors < of.threads * of.http.max_connections)
        spdlog::warn("only {} files may be open: that is less than {} threads of {} connections; raise `ulimit -n`",
                     descriptors, of.threads, of.http.max_connections);

    metrics::registry metrics;
    const auto store = open_store(of, metrics);
    if (!store) {
        spdlog::error("{}: {}", describe_store(of), store.error().message());
        return failed;
    }
    auto api = http::listener::open(of.listen, of.threads);
    if (!api) {
        spdlog::error("--listen {}: {}", to_string(of.listen), api.error().message());
        return failed;
    }

    io_threads threads;
    for (std::size_t i = 0; i < of.threads; ++i)
        threads.push_back(std::make_unique<io_thread>(*store, api->take(i), of.http, metrics));
    control main_thread(threads, metrics, of.http);

    std::optional<http::listener> admin;
    if (of.admin) {
        auto opened = http::listener::open(*of.admin, 1);
        if (!opened) {
            spdlog::error("--admin-address {}: {}", to_string(*of.admin), opened.error().message());
            return failed;
        }
        admin = std::move(*opened);
        main_thread.serve_admin(admin->take(0));
    }

    for (const auto& thread : threads)
        thread->run();
    spdlog::info("pessoas_api {} serves {} on {}, {} thread(s); health and metrics on {}", version, describe_store(of),
                 to_string(api->bound_to()), of.threads, admin ? to_string(admin->bound_to()) : "no address");
    main_thread.run();
    return 0;
}

int migrate(const config& of)
{
    const auto done = migrate_store(of);
    if (!done) {
        spdlog::error("{}: {}", describe_store(of), done.error().message());
        return failed;
    }
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
    const auto loaded = load_config(argc, argv);
    if (const auto* said = std::get_if<farewell>(&loaded)) {
        fmt::print(said->exit_code == 0 ? stdout : stderr, "{}", said->text);
        return said->exit_code;
    }
    const auto& of = std::get<config>(loaded);
    start_logging(of.log_level);
    switch (of.what) {
    case action::serve:
        return serve(of);
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
