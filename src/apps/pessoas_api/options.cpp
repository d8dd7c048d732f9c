#include "apps/pessoas_api/options.hpp"

#include "apps/pessoas_api/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace rinha::pessoas_api {

using namespace std::chrono_literals;

std::string environment_name(std::string_view option)
{
    std::string name = "PESSOAS_";
    std::ranges::transform(option, std::back_inserter(name), [](char c) {
        if (c == '-')
            return '_';
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    return name;
}

bool is_set_in_environment(std::string_view option)
{
    const char* const value =
        std::getenv(environment_name(option).c_str()); // NOLINT(concurrency-mt-unsafe): no threads yet
    return value != nullptr && *value != '\0';
}

CLI::Option* options::text(std::string_view name, std::string_view type, std::string_view by_default, setter set,
                           std::string_view what)
{
    const auto flag = fmt::format("--{}", name);
    const auto take = [flag, set = std::move(set)](const std::string& text) {
        if (const auto expected = set(text))
            throw CLI::ValidationError(flag, *expected);
    };
    return app_.add_option_function<std::string>(flag, take, std::string(what))
        ->type_name(std::string(type))
        ->default_str(std::string(by_default))
        ->envname(environment_name(name))
        ->group(group_);
}

void options::duration(std::string_view name, std::chrono::microseconds& target, std::string_view what)
{
    const auto set = [&target](const std::string& text) -> std::optional<std::string> {
        const auto value = parse_duration(text);
        if (!value || *value <= 0us)
            return "expected a duration above zero and up to 1440m, like 250us, 20ms, 5s or 1m";
        target = *value;
        return std::nullopt;
    };
    text(name, "DURATION", to_text(target), set, what);
}

void options::duration(std::string_view name, std::chrono::milliseconds& target, std::string_view what)
{
    const auto set = [&target](const std::string& text) -> std::optional<std::string> {
        const auto value = parse_duration(text);
        if (!value || *value <= 0us || *value % 1ms != 0us)
            return "expected a duration of whole milliseconds above zero and up to 1440m, like 20ms, 5s or 1m";
        target = std::chrono::duration_cast<std::chrono::milliseconds>(*value);
        return std::nullopt;
    };
    text(name, "DURATION", to_text(target), set, what);
}

void options::bytes(std::string_view name, std::size_t& target, std::string_view what)
{
    const auto set = [&target](const std::string& text) -> std::optional<std::string> {
        const auto value = parse_bytes(text);
        if (!value || *value == 0)
            return "expected a number of bytes above zero and up to 1048576MiB, like 4096, 64KiB or 1MiB";
        target = *value;
        return std::nullopt;
    };
    text(name, "BYTES", bytes_to_text(target), set, what);
}

void options::add_count(std::string_view name, std::uint32_t by_default, std::function<void(std::uint32_t)> set,
                        std::string_view what, std::uint32_t most)
{
    const auto take = [set = std::move(set), most](const std::string& text) -> std::optional<std::string> {
        std::uint32_t value = 0;
        const auto* const end = text.data() + text.size();
        const auto [behind, error] = std::from_chars(text.data(), end, value);
        if (error != std::errc{} || behind != end || value == 0 || value > most)
            return fmt::format("expected a whole number from 1 to {}", most);
        set(value);
        return std::nullopt;
    };
    text(name, "NUMBER", std::to_string(by_default), take, what);
}

void options::flag(std::string_view name, bool& target, std::string_view what)
{
    app_.add_flag(fmt::format("--{}", name), target, std::string(what))->envname(environment_name(name))->group(group_);
}

} // namespace rinha::pessoas_api
