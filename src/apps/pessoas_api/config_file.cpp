#include "apps/pessoas_api/config_file.hpp"

#include "apps/pessoas_api/options.hpp"

#include <fmt/format.h>

#include <istream>
#include <string_view>

namespace rinha::pessoas_api {
namespace {

std::string_view trim(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view unquote(std::string_view text)
{
    const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

} // namespace

std::vector<CLI::ConfigItem> config_file::from_config(std::istream& input) const
{
    std::vector<CLI::ConfigItem> found;
    std::set<std::string> seen;
    std::string raw;
    for (int number = 1; std::getline(input, raw); ++number) {
        const auto fail = [number](std::string_view why) {
            throw CLI::ConfigError(fmt::format("config file, line {}: {}", number, why));
        };
        const auto line = trim(raw);
        if (line.empty() || line.front() == '#')
            continue;

        const auto equals = line.find('=');
        if (equals == std::string_view::npos)
            fail("expected `name = value`");
        const std::string name(trim(line.substr(0, equals)));
        const auto* const option = app_.get_option_no_throw("--" + name);
        if (option == nullptr || !option->get_configurable())
            fail(fmt::format("there is no setting `{}`", name));
        if (!seen.insert(name).second)
            fail(fmt::format("`{}` is set a second time", name));
        if (is_set_in_environment(name))
            continue;

        auto& item = found.emplace_back();
        item.name = name;
        item.inputs.emplace_back(unquote(trim(line.substr(equals + 1))));
    }
    return found;
}

std::string config_file::to_config(const CLI::App* app, bool /*with_defaults*/, bool /*with_descriptions*/,
                                   std::string /*prefix*/) const
{
    std::string text;
    for (const auto* option : app->get_options()) {
        if (!option->get_configurable())
            continue;
        const auto name = option->get_single_name();
        const bool is_set = option->count() > 0;
        const bool is_flag = option->get_items_expected_max() == 0;
        if (secrets_.contains(name))
            text += fmt::format("# {} is {}\n", name, is_set ? "set, and not shown" : "not set");
        else if (is_flag)
            text += fmt::format("{} = {}\n", name, option->as<bool>());
        else
            text += fmt::format("{} = \"{}\"\n", name,
                                is_set ? option->reduced_results().front() : option->get_default_str());
    }
    return text;
}

} // namespace rinha::pessoas_api
