#pragma once

#include <array>
#include <cassert>
#include <cstddef>

namespace rinha::http {

// Room for one waiting operation of Asio at a time, so that beginning to wait never lacks memory. It outlives them.
class one_block
{
public:
    template <class T>
    class allocator
    {
    public:
        using value_type = T;

        explicit allocator(one_block& from) noexcept
            : from_(&from)
        {
        }

        template <class Other>
        explicit(false) allocator(const allocator<Other>& other) noexcept
            : from_(other.from_)
        {
        }

        T* allocate([[maybe_unused]] std::size_t n)
        {
            static_assert(sizeof(T) <= size);
            assert(n == 1 && !from_->taken_);
            from_->taken_ = true;
            return reinterpret_cast<T*>(from_->bytes_.data());
        }

        void deallocate(T* /*block*/, std::size_t /*n*/) noexcept { from_->taken_ = false; }

        bool operator==(const allocator&) const noexcept = default;

    private:
        template <class Other>
        friend class allocator;

        one_block* from_;
    };

    one_block() = default;
    ~one_block() = default;
    one_block(const one_block&) = delete;
    one_block& operator=(const one_block&) = delete;

    allocator<void*> get() noexcept { return allocator<void*>(*this); }

private:
    static constexpr std::size_t size = 128;

    alignas(std::max_align_t) std::array<std::byte, size> bytes_{};
    bool taken_ = false;
};

} // namespace rinha::http
