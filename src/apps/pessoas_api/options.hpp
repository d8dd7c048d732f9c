#pragma once

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace rinha::pessoas_api {

// "PESSOAS_HEAD_TIMEOUT" for "head-timeout".
std::string environment_name(std::string_view option);

// An empty variable is none.
bool is_set_in_environment(std::string_view option);

// Beyond any sense, and within every type that a setting has.
constexpr std::uint32_t largest_count = 1'000'000'000;

// Declares settings. Each call adds one by its long name, for the command line (--name), the environment
// (PESSOAS_NAME) and the config file (name = …) alike, in that order of precedence. The value that the target has is
// the default, which --help shows, and stays where nobody sets it.
class options
{
public:
    // Takes the text, or says what it should be: "a whole number".
    using setter = std::function<std::optional<std::string>(const std::string& text)>;

    explicit options(CLI::App& app)
        : app_(app)
    {
    }

    // The heading in --help of those that follow.
    void group(std::string title) { group_ = std::move(title); }

    void duration(std::string_view name, std::chrono::microseconds& target, std::string_view what);
    void duration(std::string_view name, std::chrono::milliseconds& target, std::string_view what);
    void bytes(std::string_view name, std::size_t& target, std::string_view what);

    // From 1 to `most`.
    template <class Number>
    void count(std::string_view name, Number& target, std::string_view what, std::uint32_t most = largest_count)
    {
        const auto set = [&target](std::uint32_t value) { target = static_cast<Number>(value); };
        add_count(name, static_cast<std::uint32_t>(target), set, what, most);
    }

    void flag(std::string_view name, bool& target, std::string_view what);

    CLI::Option* text(std::string_view name, std::string_view type, std::string_view by_default, setter set,
                      std::string_view what);

private:
    void add_count(std::string_view name, std::uint32_t by_default, std::function<void(std::uint32_t)> set,
                   std::string_view what, std::uint32_t most);

    CLI::App& app_;
    std::string group_;
};

} // namespace rinha::pessoas_api
