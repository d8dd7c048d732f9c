#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

namespace rinha::pessoas_sqlite {

// The bytes of answers that are finished, and that those who asked have not taken yet. Counted from any thread.
class unclaimed_bytes
{
public:
    // `has_room_again` is called, on the thread that counts back, when too much has become no more than `limit`.
    unclaimed_bytes(std::size_t limit, std::function<void()> has_room_again)
        : limit_(limit)
        , has_room_again_(std::move(has_room_again))
    {
    }

    bool is_too_much() const noexcept { return bytes_.load() > limit_; }

    void add(std::size_t bytes) noexcept { bytes_.fetch_add(bytes); }

    void remove(std::size_t bytes)
    {
        const auto before = bytes_.fetch_sub(bytes);
        if (before > limit_ && before - bytes <= limit_)
            has_room_again_();
    }

private:
    const std::size_t limit_;
    const std::function<void()> has_room_again_;
    std::atomic<std::size_t> bytes_ = 0;
};

// What one answer adds to them, for as long as this lives.
class unclaimed_share
{
public:
    unclaimed_share() = default;

    unclaimed_share(unclaimed_bytes& of, std::size_t bytes) noexcept
        : bytes_(bytes)
        , of_(&of)
    {
        of.add(bytes);
    }

    unclaimed_share(unclaimed_share&& from) noexcept
        : bytes_(from.bytes_)
        , of_(std::exchange(from.of_, nullptr))
    {
    }

    unclaimed_share& operator=(unclaimed_share&& from) noexcept
    {
        std::swap(bytes_, from.bytes_);
        std::swap(of_, from.of_);
        return *this;
    }

    ~unclaimed_share()
    {
        if (of_ != nullptr)
            of_->remove(bytes_);
    }

private:
    std::size_t bytes_ = 0;
    unclaimed_bytes* of_ = nullptr;
};

} // namespace rinha::pessoas_sqlite
