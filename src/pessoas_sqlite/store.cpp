#include "rinha/pessoas_sqlite/store.hpp"

#include "pessoas_sqlite/store_state.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace rinha::pessoas_sqlite {

result<std::unique_ptr<store>> store::open(const store_settings& settings, metrics::registry& m)
{
    auto writer = person_writer::open(settings, sqlite::open_mode::create);
    if (!writer)
        return writer.error();
    std::vector<person_reader> readers;
    for (std::size_t i = 0; i < std::max<std::size_t>(settings.readers, 1); ++i) {
        auto reader = person_reader::open(settings);
        if (!reader)
            return reader.error();
        readers.push_back(std::move(*reader));
    }
    auto opened = std::make_unique<state>(settings, std::move(*writer), std::move(readers), m);
    return std::unique_ptr<store>(new store(std::move(opened)));
}

store::store(std::unique_ptr<state> of)
    : state_(std::move(of))
{
}

store::~store() = default;

void store::stop()
{
    state_->readers.stop();
    state_->writer.stop();
}

bool store::is_up() const noexcept { return state_->writer.is_up(); }

std::chrono::microseconds store::latency() const noexcept { return state_->writer.latency(); }

} // namespace rinha::pessoas_sqlite
