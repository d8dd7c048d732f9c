#pragma once

#include "http/request_reader.hpp"
#include "http/serve.hpp"
#include "rinha/http/message.hpp"
#include "rinha/http/router.hpp"

#include <memory>
#include <vector>

namespace rinha::http {

// A request on its way in, and where it goes. A connection has one only from the first byte of a request to its answer:
// idle connections are many, and should cost little.
struct exchange
{
    explicit exchange(head_limits limits)
        : reader(limits)
    {
    }

    // Ready for another request; keeps its memory.
    void clear() noexcept;

    request_reader reader;
    http::target target; // nullptr until the head is whole
};

// Keeps a few exchanges with the memory that their requests took.
class exchange_pool
{
public:
    explicit exchange_pool(head_limits limits);

    std::unique_ptr<exchange> take();
    void give_back(std::unique_ptr<exchange> used) noexcept;

private:
    head_limits limits_;
    std::vector<std::unique_ptr<exchange>> free_;
};

} // namespace rinha::http
