#include "apps/pessoas_api/config.hpp"

#include "apps/pessoas_api/config_file.hpp"
#include "apps/pessoas_api/options.hpp"
#include "rinha/pg/conninfo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <memory>
#include <set>
#include <sstream>

#include <unistd.h>

namespace rinha::pessoas_api {
namespace {

constexpr const char* about = R"(The pessoas HTTP API, on PostgreSQL or SQLite.

Each setting may be given as --name, as PESSOAS_NAME in the environment, or in a config file as `name = value`; the
first of these wins. DURATION is a whole number and a unit, like 20ms: ms, s or m, and for flush intervals us as well;
BYTES a whole number of bytes, KiB or MiB, like 64KiB.
)";

constexpr const char* config_variable = "PESSOAS_CONFIG";

options::setter to_endpoint(http::endpoint& target)
{
    return [&target](const std::string& text) -> std::optional<std::string> {
        auto parsed = http::parse_endpoint(text);
        if (!parsed)
            return "expected HOST:PORT, [V6]:PORT or unix:PATH";
        target = std::move(*parsed);
        return std::nullopt;
    };
}

options::setter to_endpoint_or_off(std::optional<http::endpoint>& target)
{
    return [&target](const std::string& text) -> std::optional<std::string> {
        if (text.empty() || text == "off") {
            target.reset();
            return std::nullopt;
        }
        return to_endpoint(target.emplace())(text);
    };
}

options::setter to_log_level(std::string& target)
{
    return [&target](const std::string& text) -> std::optional<std::string> {
        constexpr std::array<std::string_view, 5> levels{"debug", "info", "warn", "error", "off"};
        if (std::ranges::find(levels, text) == levels.end())
            return "expected debug, info, warn, error or off";
        target = text;
        return std::nullopt;
    };
}

void declare_process(options& of, config& to)
{
    of.group("Process");
    of.text("listen", "ADDRESS", to_string(to.listen), to_endpoint(to.listen),
            "where the API is served: HOST:PORT, [V6]:PORT or unix:PATH");
    of.text("admin-address", "ADDRESS", to.admin ? to_string(*to.admin) : "off", to_endpoint_or_off(to.admin),
            "where health and metrics are served, likewise; `off` for nowhere");
    of.count("threads", to.threads, "I/O threads, each with connections to the database of its own", 1'024);
    of.text("log-level", "LEVEL", to.log_level, to_log_level(to.log_level),
            "of the log on stderr: debug, info, warn, error or off");
    of.flag("access-log", to.http.access_log, "write a JSON line for each request to stdout; off by default");
}

void declare_http(options& of, http::server_settings& to)
{
    of.group("HTTP");
    of.count("max-connections", to.max_connections, "connections a thread; one more gets 503");
    of.count("max-in-flight", to.max_in_flight, "requests being handled, a thread; one more gets 503");
    of.bytes("max-target", to.max_target, "of a request's target; a longer one gets 414");
    of.bytes("max-head", to.max_head, "of a request line and its headers; longer ones get 431");
    of.bytes("max-pipelined-output", to.max_pipelined_output, "of answers kept back while a client pipelines");
    of.bytes(
        "max-buffered", to.max_buffered,
        "of requests half received, and as much of answers half taken, a thread; beyond, such requests get 503, the "
        "slowest readers are cut off");
    of.duration("head-timeout", to.head_timeout, "from a request's first byte to the end of its headers");
    of.duration("body-timeout", to.body_timeout, "for a request's body");
    of.duration("idle-timeout", to.idle_timeout, "of a connection between two requests");
    of.duration("write-timeout", to.write_timeout, "without a byte taken by the client");
    of.duration("drain-idle", to.drain_idle, "when ending: how long idle connections stay");
    of.duration("drain-deadline", to.drain_deadline, "when ending: what isn't answered by then gets 503");
}

void declare_store(options& of, config& to)
{
    of.group("Store");
    const auto set_path = [&to](const std::string& text) -> std::optional<std::string> {
        if (text.empty())
            return "expected the path of a file";
        if (text == ":memory:")
            return "expected the path of a file; a database in memory is not supported, as the writer and the readers "
                   "have connections of their own";
        to.sqlite.path = text;
        return std::nullopt;
    };
    const auto set_url = [&to](const std::string& text) -> std::optional<std::string> {
        if (!pg::is_conninfo(text))
            return "expected postgresql://USER@HOST:PORT/NAME or libpq's `key=value …`";
        if (const auto complaint = pg::complaint_about(text); !complaint.empty())
            return fmt::format("no connection can come of it: {}", complaint);
        to.postgres.conninfo = text;
        return std::nullopt;
    };
    of.text("sqlite", "PATH", to.sqlite.path, set_path, "the SQLite database, made where missing");
    of.text("database-url", "URL", "", set_url,
            "PostgreSQL instead: postgresql://USER@HOST:PORT/NAME or `key=value …`; the rest from PGPASSWORD and the "
            "like");
}

// A batch that is full leaves at once.
void flush_when_full(flush_settings& flush, const batch_limits& batch)
{
    flush.full_rows = batch.rows;
    flush.full_bytes = batch.bytes;
}

void declare_batches(options& of, const std::string& store, batch_limits& batch, flush_settings& flush)
{
    of.count(store + "-batch-rows", batch.rows, "creations committed together");
    of.bytes(store + "-batch-bytes", batch.bytes, "of creations committed together");
    of.count(store + "-waiting-rows", batch.waiting, "creations that wait for a batch; one more gets 503");
    of.bytes(store + "-waiting-bytes", batch.waiting_bytes, "of creations that wait for a batch; more get 503");
    of.duration(store + "-flush-interval", flush.interval, "between two batches when creations are many");
    of.count(store + "-busy-rate", flush.busy_rows_per_second,
             "creations a second that are many; below, each batch leaves at once");
}

void declare_postgres(options& of, pessoas_pg::settings& to)
{
    of.group("PostgreSQL, for each I/O thread");
    of.duration("pg-deadline", to.deadline, "for an answer of the database; later it is 503");
    of.count("pg-read-connections", to.read_connections, "connections that look up persons");
    of.count("pg-reads-in-flight", to.reads_in_flight, "on each of them");
    of.count("pg-reads-waiting", to.reads_waiting, "for each of them; one more gets 503");
    of.count("pg-search-connections", to.search_connections, "connections that search and count, each one at a time");
    of.count("pg-searches-waiting", to.searches_waiting, "for each of them; one more gets 503");
    declare_batches(of, "pg", to.batches, to.flushes);
}

void declare_sqlite(options& of, pessoas_sqlite::store_settings& to)
{
    of.group("SQLite, for the process");
    of.duration("sqlite-deadline", to.deadline, "for an answer of the store; later it is 503");
    of.count("sqlite-readers", to.readers, "threads that look up, search and count");
    of.count("sqlite-reads-waiting", to.max_waiting_reads,
             "lookups and counts, and as many searches; one more gets 503");
    of.duration("sqlite-busy-timeout", to.busy_timeout, "how long one attempt waits for another process's transaction");
    of.count("sqlite-checkpoint-pages", to.checkpoint_pages, "pages of 4 KiB in the log before they are copied");
    declare_batches(of, "sqlite", to.batch, to.flush);
}

enum class source
{
    nowhere,
    file,
    environment,
    command_line,
};

source source_of(const CLI::App& app, const CLI::Option& option)
{
    if (option.count() == 0)
        return source::nowhere;
    const auto& of_command_line = app.parse_order();
    if (std::ranges::find(of_command_line, &option) != of_command_line.end())
        return source::command_line;
    return is_set_in_environment(option.get_single_name()) ? source::environment : source::file;
}

// Takes the option of the other store away. Whether there is one store: both may be named, but not in one place.
bool choose_store(CLI::App& app, config& to)
{
    auto* const sqlite = app.get_option("--sqlite");
    auto* const postgres = app.get_option("--database-url");
    const auto for_sqlite = source_of(app, *sqlite);
    const auto for_postgres = source_of(app, *postgres);
    if (for_sqlite == for_postgres)
        return for_sqlite == source::nowhere;
    to.on_postgres = for_postgres > for_sqlite;
    app.remove_option(to.on_postgres ? sqlite : postgres);
    return true;
}

// CLI11's own message repeats the arguments, which may be secrets.
std::string describe(const CLI::ExtrasError& /*error*/, const CLI::App& app)
{
    for (const auto& argument : app.remaining()) {
        if (argument.starts_with('-'))
            return fmt::format("there is no setting {}", argument.substr(0, argument.find('=')));
    }
    return "an argument without a name; settings are --name VALUE";
}

// Mistyped ones, as a rule; or another's: Kubernetes sets PESSOAS_PORT where a service is called "pessoas".
std::vector<std::string> unknown_variables(const CLI::App& app)
{
    std::set<std::string, std::less<>> known{config_variable};
    const auto all = app.get_options();
    for (const CLI::Option* each : all)
        known.insert(each->get_envname());

    std::vector<std::string> unknown;
    for (char** each = environ; *each != nullptr; ++each) {
        const std::string_view variable(*each);
        const auto name = variable.substr(0, variable.find('='));
        if (name.starts_with("PESSOAS_") && !known.contains(name))
            unknown.emplace_back(name);
    }
    std::ranges::sort(unknown);
    return unknown;
}

farewell refuse(std::string_view why)
{
    return {fmt::format("pessoas_api: {}\nRun with --help for the settings.\n", why), 2};
}

} // namespace

const char* const version = PESSOAS_VERSION;

std::variant<config, farewell> load_config(int argc, const char* const* argv)
{
    config to;
    bool migrate = false;
    bool health_check = false;
    bool print_config = false;

    CLI::App app(about, "pessoas_api");
    app.set_version_flag("--version", fmt::format("pessoas_api {}", version));
    app.add_flag(
        "--migrate", migrate,
        "bring the database's schema up to date, and end. SQLite's is brought up to date at each start anyway; "
        "PostgreSQL's only by this, once before the instances start; it waits up to 30 s for a database that is away");
    app.add_flag("--health-check", health_check,
                 "exit with 0 if the instance at --admin-address is ready, else with 1");
    app.add_flag("--print-config", print_config, "print the settings in effect as a config file, and end");
    for (const char* action : {"--migrate", "--health-check", "--print-config"})
        app.get_option(action)->configurable(false)->disable_flag_override();

    const char* const file_name = std::getenv(config_variable); // NOLINT(concurrency-mt-unsafe): no threads yet
    const std::string_view file_named = file_name != nullptr ? file_name : "";
    app.set_config("--config", std::string(file_named), "the config file (Env:PESSOAS_CONFIG)", !file_named.empty())
        ->type_name("FILE");
    app.allow_config_extras(CLI::config_extras_mode::error);
    const auto file = std::make_shared<config_file>(app, std::set<std::string>{"database-url"});
    app.config_formatter(file);

    options of(app);
    declare_process(of, to);
    declare_store(of, to);
    declare_http(of, to.http);
    declare_postgres(of, to.postgres);
    declare_sqlite(of, to.sqlite);

    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& asked) { // --help, --version
        std::ostringstream text;
        app.exit(asked, text, text);
        return farewell{text.str(), 0};
    } catch (const CLI::ExtrasError& error) {
        return refuse(describe(error, app));
    } catch (const CLI::ConversionError& error) { // of a flag: the others take their text themselves
        return refuse(fmt::format("{}; expected true or false", error.what()));
    } catch (const CLI::ParseError& error) {
        return refuse(error.what());
    }

    to.ignored_variables = unknown_variables(app);
    if (!choose_store(app, to))
        return refuse("--sqlite and --database-url exclude each other");
    flush_when_full(to.postgres.flushes, to.postgres.batches);
    flush_when_full(to.sqlite.flush, to.sqlite.batch);

    if (print_config)
        return farewell{app.config_to_str(true), 0};
    if (migrate)
        to.what = action::migrate;
    if (health_check)
        to.what = action::health_check;
    return to;
}

} // namespace rinha::pessoas_api
