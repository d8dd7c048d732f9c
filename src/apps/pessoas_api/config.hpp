#pragma once

#include "rinha/http/listener.hpp"
#include "rinha/http/server.hpp"
#include "rinha/pessoas_pg/settings.hpp"
#include "rinha/pessoas_sqlite/store.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rinha::pessoas_api {

extern const char* const version; // of the program: "0.1.0"

enum class action
{
    serve,
    migrate,      // bring the database to the program's schema, and end
    health_check, // ask the one that serves whether it is ready, and end
};

struct config
{
    action what = action::serve;
    http::endpoint listen{.host = "0.0.0.0", .port = 9999, .path = {}};
    std::optional<http::endpoint> admin = http::endpoint{.host = "127.0.0.1", .port = 9100, .path = {}};
    std::size_t threads = 1;
    std::string log_level = "info";
    std::vector<std::string> ignored_variables; // PESSOAS_… in the environment that name no setting
    http::server_settings http;

    bool on_postgres = false; // else on SQLite
    pessoas_pg::settings postgres;
    pessoas_sqlite::store_settings sqlite;
};

// What to print, and the exit code, in place of running: 0 for --help and the like (to stdout), 2 for what is refused
// (to stderr).
struct farewell
{
    std::string text;
    int exit_code;
};

// From the command line, the environment and the config file, in that order of precedence. No text of a farewell
// holds a secret.
std::variant<config, farewell> load_config(int argc, const char* const* argv);

} // namespace rinha::pessoas_api
