#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct pg_conn;
struct pg_result;

namespace rinha::pg {

// One blocking connection, for what is done once: changes of a schema, questions at the start. Not on an I/O thread.
class session
{
public:
    // Opens it, or not: is_open() and why() tell. Waits for a server that does not answer, at most two seconds.
    explicit session(const std::string& conninfo);

    // False as well when it was lost.
    bool is_open() const noexcept;

    // What the last failure was: one line, without secrets.
    const std::string& why() const noexcept { return why_; }

    // Its SQLSTATE, where the server gave one: of an attempt to connect too, in whatever language the server speaks.
    const std::string& sqlstate() const noexcept { return sqlstate_; }

    // It could not be opened for a reason that waiting does not cure: the connection string can't be read, there is no
    // such database or role, the password is wrong or missing, there is no right to connect.
    bool is_refused() const noexcept;

    // Runs one or several statements, separated by `;`. The first column of the last one's rows; nothing if one failed.
    std::optional<std::vector<std::string>> run(std::string_view sql);

private:
    static void notice(void* nobody, const pg_result* what);

    struct closer
    {
        void operator()(pg_conn* c) const noexcept;
    };

    std::unique_ptr<pg_conn, closer> conn_;
    std::string why_;
    std::string sqlstate_;
};

} // namespace rinha::pg
