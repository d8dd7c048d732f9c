// Users of the contest's stress test at a constant rate, whatever the server does.
//
//   stress_load --payloads FILE --terms FILE --rate 2000 --seconds 60 [--url http://localhost:9999]
//
// A line of progress a second on stderr, and the result as JSON on stdout. SIGINT or SIGTERM: nobody else comes, who is
// there goes on, and the result is of those; a second one ends it at once. Status 0: no request failed; 1: some did;
// 2: it could not begin, or not go on; 3: a signal kept users from coming.

#include "apps/stress_load/generator.hpp"
#include "apps/stress_load/report.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <optional>
#include <string>
#include <system_error>

#include <sys/resource.h>

namespace rinha::stress_load {
namespace {

constexpr int some_failed = 1;
constexpr int bad_use = 2;
constexpr int stopped_early = 3;

struct options
{
    std::string url = "http://localhost:9999";
    std::string payloads;
    std::string terms;
    double rate = 600;
    std::optional<double> searches;
    std::optional<double> invalid_searches;
    double seconds = 60;
    double patience = 60;
};

void declare(CLI::App& on, options& of)
{
    on.add_option("--url", of.url, "where it is served, over HTTP and at the root")->capture_default_str();
    on.add_option("--payloads", of.payloads, "persons to create, a JSON document a line")->required();
    on.add_option("--terms", of.terms, "terms to search for, one a line")->required();
    on.add_option("--rate", of.rate, "creations a second")->capture_default_str()->check(CLI::Range(0.0, 1e6));
    on.add_option("--searches", of.searches, "a second (default: rate / 6)")->check(CLI::Range(0.0, 1e6));
    on.add_option("--invalid-searches", of.invalid_searches, "a second (default: rate / 15)")
        ->check(CLI::Range(0.0, 1e6));
    on.add_option("--seconds", of.seconds, "for how long users come")
        ->capture_default_str()
        ->check(CLI::Range(0.0, 1e5));
    on.add_option("--patience", of.patience, "seconds that an answer may take")
        ->capture_default_str()
        ->check(CLI::Range(0.1, 1e4));
}

rates rates_of(const options& of)
{
    auto each = in_proportion(of.rate);
    each.searches = of.searches.value_or(each.searches);
    each.invalid_searches = of.invalid_searches.value_or(each.invalid_searches);
    return each;
}

// Each user is an open file.
void raise_descriptor_limit()
{
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

std::chrono::duration<double> cpu_time()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec;
    const auto micros = used.ru_utime.tv_usec + used.ru_stime.tv_usec;
    return std::chrono::seconds(seconds) + std::chrono::microseconds(micros);
}

// Blocks. HOST:PORT of http://HOST:PORT, and the first address that it has.
result<asio::ip::tcp::endpoint> resolve(asio::io_context& on, std::string_view authority)
{
    const auto colon = authority.rfind(':');
    const auto host = std::string(authority.substr(0, colon));
    const auto port = colon == std::string_view::npos ? "80" : std::string(authority.substr(colon + 1));
    error_code failed;
    asio::ip::tcp::resolver names(on);
    const auto found = names.resolve(asio::ip::tcp::v4(), host, port, failed);
    if (failed)
        return failed;
    return found.begin()->endpoint();
}

int attack(const options& asked)
{
    constexpr std::string_view scheme = "http://";
    auto payloads = lines::of_file(asked.payloads);
    auto terms = lines::of_file(asked.terms);
    for (const auto& [path, read] : {std::pair{&asked.payloads, &payloads}, std::pair{&asked.terms, &terms}}) {
        if (!*read) {
            fmt::print(stderr, "stress_load: {}: {}\n", *path, read->error().message());
            return bad_use;
        }
    }
    if (!asked.url.starts_with(scheme)) {
        fmt::print(stderr, "stress_load: {} does not begin with {}\n", asked.url, scheme);
        return bad_use;
    }
    auto authority = std::string_view(asked.url).substr(scheme.size());
    authority = authority.substr(0, authority.find('/'));

    asio::io_context thread(1);
    const auto server = resolve(thread, authority);
    if (!server) {
        fmt::print(stderr, "stress_load: {}: {}\n", authority, server.error().message());
        return bad_use;
    }

    tally counted;
    target aim{.on = thread.get_executor(),
               .server = *server,
               .host = std::string(authority),
               .patience = std::chrono::duration_cast<clock::duration>(std::chrono::duration<double>(asked.patience)),
               .waiters = {}};
    generator users(aim, counted, std::move(*payloads), std::move(*terms));
    asio::signal_set signals(thread, SIGINT, SIGTERM);
    signals.async_wait([&](const error_code& failed, int /*signal*/) {
        if (failed)
            return;
        users.stop();
        signals.clear(); // the next one does what it does by itself
        fmt::print(stderr, "stress_load: nobody else comes; once more, and it ends without a result\n");
    });

    const auto end = [&](const std::exception_ptr& thrown) {
        if (thrown)
            std::rethrow_exception(thrown);
    };
    run done{.url = asked.url,
             .asked = rates_of(asked),
             .duration = std::chrono::duration<double>(asked.seconds),
             .elapsed = {},
             .cpu = {}};
    const auto used = cpu_time();
    const auto duration = std::chrono::duration_cast<std::chrono::nanoseconds>(done.duration);
    asio::co_spawn(thread, users.run(arrivals(done.asked, duration)), end);
    asio::co_spawn(
        thread,
        users.report(std::chrono::seconds(1),
                     [&](const generator::interval& gone) { fmt::print(stderr, "{}\n", progress(gone, counted)); }),
        [&](const std::exception_ptr& thrown) {
            signals.cancel();
            signals.clear();
            end(thrown);
        });
    thread.run();

    done.elapsed = users.elapsed();
    done.cpu = cpu_time() - used;
    fmt::print("{}", to_json(done, counted));
    if (std::fflush(stdout) != 0)
        throw std::system_error(errno, std::generic_category(), "the result can't be written");
    if (!users.have_all_come())
        return stopped_early;
    return counted.failed() == 0 ? 0 : some_failed;
}

} // namespace
} // namespace rinha::stress_load

int main(int argc, char** argv)
{
    using namespace rinha::stress_load;
    std::signal(SIGPIPE, SIG_IGN);
    CLI::App command("Users of the stress test at a constant rate.");
    options asked;
    declare(command, asked);
    command.footer(
        "Exits with 0 where no request failed, 1 where some did, 2 where it could not begin or not go on, 3 where a "
        "signal\nkept users from coming. A second signal ends it at once.");
    try {
        command.parse(argc, argv);
        raise_descriptor_limit();
        return attack(asked);
    } catch (const CLI::ParseError& error) {
        return command.exit(error) == 0 ? 0 : bad_use;
    } catch (const std::exception& error) {
        fmt::print(stderr, "stress_load: {}\n", error.what());
        return bad_use;
    }
}
