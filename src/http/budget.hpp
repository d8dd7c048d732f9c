#pragma once

#include "rinha/metrics/registry.hpp"

#include <cstddef>
#include <string>

namespace rinha::http {

// What the connections of a thread hold in memory, in all, of one kind (spec row 43).
class budget
{
public:
    // What one connection holds of it.
    class share
    {
    public:
        explicit share(budget& of) noexcept
            : of_(of)
        {
        }

        ~share() { hold(0); }
        share(const share&) = delete;
        share& operator=(const share&) = delete;

        // Holds that many bytes from now on. False if they are more than before and do not fit: nothing has changed.
        bool try_hold(std::size_t bytes) noexcept;

        // Holds them whether they fit or not.
        void hold(std::size_t bytes) noexcept;

    private:
        budget& of_;
        std::size_t held_ = 0;
    };

    budget(std::size_t limit, metrics::gauge& shown) noexcept
        : limit_(limit)
        , shown_(shown)
    {
    }

    bool is_exceeded() const noexcept { return held_ > limit_; }

private:
    std::size_t limit_;
    std::size_t held_ = 0;
    metrics::gauge& shown_;
};

// The bytes that a string has allocated.
std::size_t allocated_by(const std::string& text) noexcept;

// Empties a string and gives its memory back, which `= {}` does not do.
void release(std::string& text) noexcept;

} // namespace rinha::http
