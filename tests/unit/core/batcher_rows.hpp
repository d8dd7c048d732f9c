#pragma once

#include "rinha/core/batcher.hpp"
#include "rinha/core/error.hpp"

#include <string>
#include <utility>
#include <vector>

// Rows for the tests of the batcher, and short forms of what it gives back.
namespace rinha::batching {

struct row
{
    std::string apelido;
    int id = 0;
    std::size_t size = 10;

    std::string_view key() const { return apelido; }
    std::size_t bytes() const { return size; }
};

using rows = batcher<row>;
using fate = rows::fate;
using answers = std::vector<std::pair<rows::ticket, fate>>;

inline const error_code disk_full = make_error_code(boost::system::errc::no_space_on_device);
inline const error_code bad_row = make_error_code(boost::system::errc::value_too_large);

inline rows::ticket added(rows& batch, std::string apelido, int id = 0)
{
    return batch.add({.apelido = std::move(apelido), .id = id}).value();
}

inline std::vector<std::string> keys(const std::vector<const row*>& taken)
{
    std::vector<std::string> result;
    for (const row* each : taken)
        result.push_back(each->apelido);
    return result;
}

inline std::vector<int> ids(const std::vector<const row*>& taken)
{
    std::vector<int> result;
    for (const row* each : taken)
        result.push_back(each->id);
    return result;
}

inline answers plain(const std::vector<rows::answer>& given)
{
    answers result;
    for (const auto& each : given)
        result.emplace_back(each.who, each.what);
    return result;
}

} // namespace rinha::batching
