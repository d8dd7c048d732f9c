#pragma once

#include <boost/uuid/uuid.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rinha {

using boost::uuids::uuid;

// Canonical text form (RFC 9562 section 4): 36 characters, lower case.
std::string to_string(const uuid& id);

// Writes those 36 characters at `out` and returns the end.
char* write(const uuid& id, char* out) noexcept;

// Reads the canonical form in either case, and nothing else: no braces, no bare digits (spec rows 21, 22).
std::optional<uuid> parse_uuid(std::string_view text) noexcept;

// UUIDv7 with the sub-millisecond fraction of RFC 9562 section 6.2, method 3. One generator a thread: its ids are
// strictly increasing, also where the clock stands still or is set back. Making one throws std::system_error where the
// system has no random numbers to give.
class uuid_v7_generator
{
public:
    using time_point = std::chrono::system_clock::time_point;

    uuid operator()() { return at(std::chrono::system_clock::now()); }

    // As if it were `now`, which is 1970 or later.
    uuid at(time_point now);

    // From now on its ids are larger than `last`, a UUIDv7 of another generator.
    void start_after(const uuid& last) noexcept;

private:
    std::uint64_t random();

    std::uint64_t last_ = 0; // milliseconds since 1970 << 12 | fraction
    // From the system, many at a time: a call for each id would cost more than all the rest.
    std::array<std::uint64_t, 32> random_{};
    std::size_t unused_ = 0;
};

} // namespace rinha
