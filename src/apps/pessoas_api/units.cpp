#include "apps/pessoas_api/units.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <span>

namespace rinha::pessoas_api {
namespace {

struct unit
{
    std::string_view name;
    std::int64_t size;
};

// From the largest to the smallest; the last one is 1.
constexpr std::array durations{
    unit{.name = "m", .size = 60'000'000},
    unit{.name = "s", .size = 1'000'000},
    unit{.name = "ms", .size = 1'000},
    unit{.name = "us", .size = 1},
};
constexpr std::array sizes{
    unit{.name = "MiB", .size = 1024 * 1024},
    unit{.name = "KiB", .size = 1024},
    unit{.name = "", .size = 1},
};

std::optional<std::int64_t> parse(std::string_view text, std::span<const unit> units, std::int64_t most)
{
    std::int64_t number = 0;
    const auto* const end = text.data() + text.size();
    const auto [behind, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc{} || number < 0)
        return std::nullopt;

    const std::string_view name(behind, static_cast<std::size_t>(end - behind));
    for (const auto& u : units) {
        if (u.name == name && number <= most / u.size)
            return number * u.size;
    }
    return std::nullopt;
}

std::string to_text(std::int64_t value, std::span<const unit> units)
{
    for (const auto& u : units) {
        if (value != 0 && value % u.size == 0)
            return fmt::format("{}{}", value / u.size, u.name);
    }
    return fmt::format("0{}", units.back().name);
}

} // namespace

std::optional<std::chrono::microseconds> parse_duration(std::string_view text)
{
    const auto value = parse(text, durations, std::chrono::microseconds(max_duration).count());
    return value ? std::optional(std::chrono::microseconds(*value)) : std::nullopt;
}

std::string to_text(std::chrono::microseconds value) { return to_text(value.count(), durations); }

std::optional<std::size_t> parse_bytes(std::string_view text)
{
    const auto value = parse(text, sizes, std::int64_t{max_bytes});
    return value ? std::optional(static_cast<std::size_t>(*value)) : std::nullopt;
}

std::string bytes_to_text(std::size_t value) { return to_text(static_cast<std::int64_t>(value), sizes); }

} // namespace rinha::pessoas_api
