#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rinha::stress_load {

// Finds the end of a chunked body (RFC 9112, section 7.1) in bytes as they arrive, and keeps none of it.
class chunk_skipper
{
public:
    enum class state
    {
        incomplete,
        complete,
        unreadable, // also where something follows the end
    };

    // Called until it returns anything but `incomplete`.
    state take(std::string_view bytes);

private:
    enum class line
    {
        size,
        end_of_chunk,
        trailer,
        end, // all have been read
    };

    std::optional<line> after(std::string_view text);

    line awaited_ = line::size;
    std::string begun_;      // of a line, what has come
    std::uint64_t left_ = 0; // bytes of the chunk
};

} // namespace rinha::stress_load
