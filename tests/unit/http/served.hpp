#pragma once

#include "rinha/core/async.hpp"
#include "rinha/core/descriptor.hpp"
#include "rinha/http/listener.hpp"
#include "rinha/http/router.hpp"
#include "rinha/http/server.hpp"
#include "rinha/metrics/registry.hpp"

#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace rinha::http {

// A server and its clients on one thread: clients' calls run the server's loop until they have what they wait for.
struct served
{
    explicit served(server_settings settings = {});
    ~served();

    // Runs the loop, event by event, until it holds.
    void run_until(std::predicate auto done)
    {
        while (!done())
            loop.run_one();
    }

    // Lets the handlers of /wait answer.
    void open_gate();

    // Starts server::drain(); `drained` is set when it is done.
    void begin_drain();

    // The value of a metric, labels and all in its name; empty if there is none.
    std::string metric(std::string_view name) const;

    router routes; // filled by the constructor
    metrics::registry registry;
    asio::io_context loop;
    server_settings settings;
    std::optional<listener> listening;
    std::optional<server> serving;
    std::optional<std::size_t> drained;
    std::size_t cancelled = 0; // handlers of /wait that were
    std::size_t waiting = 0;   // handlers of /wait that are
    std::optional<timer> gate; // what they wait for
    bool gate_is_open = false;
};

// A connection to it.
class client
{
public:
    explicit client(served& to);

    void send(std::string_view bytes);

    // The bytes of one answer, by its Content-Length; what is behind it stays for the next call.
    std::string answer(bool with_body = true);

    // What comes until the server closes its side; nullopt if it resets the connection.
    std::optional<std::string> rest();

    // Takes what there is for the next call of answer(), and says how many bytes there are for it. Does not run the
    // loop.
    std::size_t take();

    // There are bytes to be read. Does not run the loop.
    bool has_received() const;

    void close_sending_side();
    void close();

    int native_handle() const noexcept { return socket_.get(); }

private:
    bool receive(); // false at the end

    served& server_;
    descriptor socket_;
    bool take_some(); // false if there is nothing

    std::string received_;
    bool ended_ = false;
    bool reset_ = false;
};

// The number in the first line.
unsigned status_of(std::string_view answer);

} // namespace rinha::http
