#pragma once

#include <CLI/CLI.hpp>

#include <set>
#include <string>
#include <vector>

namespace rinha::pessoas_api {

// The format of the config file: lines of the form `name = value`, with the long names of the command line. A value may
// stand in double quotes, and is taken as it is: nothing is escaped. A line that begins with `#` is a comment. Names
// that `app` doesn't know are errors. What the environment sets is passed over.
//
// (CLI11's own reader cuts a quoted value at a `#`, and takes `[::]:9999` for an array.)
class config_file : public CLI::Config
{
public:
    // The values of `secrets` are never written.
    config_file(const CLI::App& app, std::set<std::string> secrets)
        : app_(app)
        , secrets_(std::move(secrets))
    {
    }

    // Throws CLI::ConfigError, which names the line.
    std::vector<CLI::ConfigItem> from_config(std::istream& input) const override;

    // All settings, as a file that can be read again.
    std::string to_config(const CLI::App* app, bool with_defaults, bool with_descriptions,
                          std::string prefix) const override;

private:
    const CLI::App& app_;
    std::set<std::string> secrets_;
};

} // namespace rinha::pessoas_api
