#pragma once

#include "pg/hosts.hpp"
#include "rinha/core/result.hpp"
#include "rinha/pg/error.hpp"
#include "rinha/pg/params.hpp"
#include "rinha/pg/rows.hpp"
#include "rinha/pg/statement.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

struct pg_conn;
struct pg_result;

namespace rinha::pg {

// One libpq connection in pipeline mode, without waiting and without coroutines. All calls return at once; but opening
// one to a host whose address is not given asks for it, and blocks for that. What fails leaves its reason in why(), and
// a wire to be closed.
class wire
{
public:
    enum class progress
    {
        reading, // wait until the socket is readable, then call again
        writing, // until it is writable
        done,
        failed,
    };

    // What the server said about the oldest thing that it owes an answer to.
    struct reply
    {
        enum class kind
        {
            answer,  // to a statement: rows or an error
            skipped, // a statement, for the sake of an error before it
            synced,
        };

        kind what;
        result<rows> answer = errc::statement_failed;
        std::string message = {}; // the server's, of an error: its SQLSTATE and text, for the log
        bool misses_name = false; // the error is that there is nothing of a name that the statement uses
    };

    // To the hosts that the string names; to others in their place, where there are any.
    explicit wire(const std::string& conninfo, const host_lists& instead = {});
    wire(const wire&) = delete;
    wire& operator=(const wire&) = delete;
    ~wire() = default;

    // Again, until it is done or has failed. The socket may be another one after each call.
    progress connect();
    int socket() const noexcept;

    // These write into a buffer. False: failed.
    bool set(const std::string& name, const std::string& value);
    bool prepare(const statement& what);
    bool send(const statement& what, const params& with);
    bool sync(); // and writes the buffer to the socket, as far as it takes it
    progress flush();

    // Reads what the socket has.
    bool receive();

    // The next reply of what was received: call until there is none.
    std::optional<reply> next();

    // The connection is lost, or the server has said that it ends it.
    bool is_broken() const noexcept;
    std::string why() const; // one line, without secrets

private:
    static void notice(void* self, const pg_result* what);

    struct closer
    {
        void operator()(pg_conn* c) const noexcept;
    };

    std::unique_ptr<pg_conn, closer> conn_;
    std::string last_words_;          // of the server
    std::vector<const char*> values_; // for send
    std::vector<int> lengths_;
    std::vector<int> formats_;
};

} // namespace rinha::pg
