#pragma once

#include "rinha/core/async.hpp"
#include "rinha/core/result.hpp"
#include "rinha/pessoas/model.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace rinha::pessoas {

// The persons, wherever they are kept. One object serves one I/O thread; arguments are copied or moved in, so a call
// that is cancelled leaves nothing dangling.
//
// Besides the errors named below each call may fail with a store_errc, `unconfirmed` for insert alone.
class repository
{
public:
    virtual ~repository() = default;

    // Creates a person. When it returns an id the row is durable, and every find and search that begins after that, on
    // this instance or another, sees it. errc::apelido_taken: somebody has that apelido.
    virtual awaitable<result<uuid>> insert(draft value) = 0;

    // errc::not_found: there is no such person.
    virtual awaitable<result<person>> find(uuid id) = 0;

    // The persons in whose apelido, nome or an item of stack the term is found, as a substring, by case folding; the
    // 50 smallest ids, in order (spec rows 25 to 33). `term`: valid UTF-8 without U+0000, not empty, as the client sent
    // it.
    virtual awaitable<result<std::vector<person>>> search(std::string term) = 0;

    // The number of persons, exact.
    virtual awaitable<result<std::uint64_t>> count() = 0;
};

inline constexpr std::size_t search_limit = 50; // persons (spec row 32)

} // namespace rinha::pessoas
