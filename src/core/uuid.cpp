#include "rinha/core/uuid.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace rinha {
namespace {

constexpr std::size_t text_size = 36;

constexpr bool is_hyphen_place(std::size_t i) noexcept { return i == 8 || i == 13 || i == 18 || i == 23; }

constexpr std::uint8_t no_digit = 0xFF;

// The value of each hexadecimal digit, in either case.
constexpr auto hex_values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(no_digit);
    for (std::uint8_t i = 0; i < 10; ++i)
        values['0' + i] = i;
    for (std::uint8_t i = 0; i < 6; ++i)
        values['a' + i] = values['A' + i] = static_cast<std::uint8_t>(10 + i);
    return values;
}();

std::uint8_t hex_value(char c) noexcept { return hex_values[static_cast<unsigned char>(c)]; }

void write_big_endian(std::uint64_t value, std::uint8_t* out) noexcept
{
    for (int shift = 56; shift >= 0; shift -= 8)
        *out++ = static_cast<std::uint8_t>(value >> shift);
}

} // namespace

std::string to_string(const uuid& id)
{
    std::string text(text_size, '\0');
    write(id, text.data());
    return text;
}

char* write(const uuid& id, char* out) noexcept
{
    constexpr std::string_view digits = "0123456789abcdef";
    const char* const begin = out;
    for (const std::uint8_t byte : id) {
        if (is_hyphen_place(static_cast<std::size_t>(out - begin)))
            *out++ = '-';
        *out++ = digits[byte >> 4U];
        *out++ = digits[byte & 0xFU];
    }
    return out;
}

std::optional<uuid> parse_uuid(std::string_view text) noexcept
{
    if (text.size() != text_size)
        return std::nullopt;

    uuid id{};
    std::size_t at = 0;
    for (std::uint8_t& byte : id) {
        if (is_hyphen_place(at)) {
            if (text[at] != '-')
                return std::nullopt;
            ++at;
        }
        const auto high = hex_value(text[at++]);
        const auto low = hex_value(text[at++]);
        if (high == no_digit || low == no_digit)
            return std::nullopt;
        byte = static_cast<std::uint8_t>(high << 4U | low);
    }
    return id;
}

uuid uuid_v7_generator::at(time_point now)
{
    constexpr std::int64_t ns_per_ms = 1'000'000;
    const std::int64_t ns = std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    const auto milliseconds = static_cast<std::uint64_t>(ns / ns_per_ms);
    const auto fraction = static_cast<std::uint64_t>((ns % ns_per_ms) * 4'096 / ns_per_ms);
    last_ = std::max(milliseconds << 12U | fraction, last_ + 1);

    constexpr std::uint64_t version = 7;
    constexpr std::uint64_t variant = 0b10;
    uuid id{};
    write_big_endian((last_ >> 12U) << 16U | version << 12U | (last_ & 0xFFFU), id.data);
    write_big_endian(variant << 62U | random() >> 2U, id.data + 8);
    return id;
}

void uuid_v7_generator::start_after(const uuid& last) noexcept
{
    std::uint64_t high = 0;
    for (std::size_t i = 0; i < 8; ++i)
        high = high << 8U | last.data[i];
    last_ = std::max(last_, (high >> 16U) << 12U | (high & 0xFFFU));
}

std::uint64_t uuid_v7_generator::random()
{
    if (unused_ == 0) {
        static_assert(sizeof random_ <= 256, "the most that getentropy gives at once");
        if (::getentropy(random_.data(), sizeof random_) != 0)
            throw std::system_error(errno, std::generic_category(), "getentropy");
        unused_ = random_.size();
    }
    return random_[--unused_];
}

} // namespace rinha
