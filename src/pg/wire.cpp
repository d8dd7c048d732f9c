#include "pg/wire.hpp"

#include "pg/first_line.hpp"
#include "pg/sqlstate.hpp"
#include "rinha/pg/conninfo.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>
#include <spdlog/spdlog.h>

#include <array>
#include <string_view>

namespace rinha::pg {
namespace {

constexpr int binary = 1;

std::string_view field(const PGresult* of, int which)
{
    const char* text = PQresultErrorField(of, which);
    return text ? text : "";
}

std::string message(const PGresult* of)
{
    return fmt::format("{} {}", field(of, PG_DIAG_SQLSTATE), field(of, PG_DIAG_MESSAGE_PRIMARY));
}

// The server closes the connection behind it. It may come in place of a statement's answer, or at any other time.
bool is_fatal(const PGresult* error)
{
    const auto severity = field(error, PG_DIAG_SEVERITY_NONLOCALIZED);
    return severity == "FATAL" || severity == "PANIC";
}

} // namespace

void wire::closer::operator()(pg_conn* c) const noexcept { PQfinish(c); }

void wire::notice(void* self, const pg_result* what)
{
    if (is_fatal(what))
        static_cast<wire*>(self)->last_words_ = message(what);
    else
        spdlog::debug("pg: {}", message(what));
}

wire::wire(const std::string& conninfo, const host_lists& instead)
{
    if (!is_conninfo(conninfo)) { // libpq's own message quotes it, and it may hold a password
        last_words_ = "the connection string can't be read";
        return;
    }
    // What comes before `dbname` gives way to what the conninfo says; what comes behind does not. The kernel's own
    // checks of a TCP connection help where it dies while the program is too busy to look at it.
    static constexpr std::array keys{"fallback_application_name",
                                     "keepalives_idle",
                                     "keepalives_interval",
                                     "keepalives_count",
                                     "tcp_user_timeout",
                                     "dbname",
                                     "client_encoding",
                                     "host",
                                     "hostaddr",
                                     "port",
                                     static_cast<const char*>(nullptr)};
    const std::array values{"rinha",
                            "2",
                            "1",
                            "2",
                            "2000",
                            conninfo.c_str(),
                            "UTF8",
                            instead.host.c_str(), // what is empty is taken for not given
                            instead.hostaddr.c_str(),
                            instead.port.c_str(),
                            static_cast<const char*>(nullptr)};
    conn_.reset(PQconnectStartParams(keys.data(), values.data(), 1));
    if (conn_)
        PQsetNoticeReceiver(conn_.get(), notice, this);
}

wire::progress wire::connect()
{
    if (is_broken())
        return progress::failed;
    switch (PQconnectPoll(conn_.get())) {
    case PGRES_POLLING_READING:
        return progress::reading;
    case PGRES_POLLING_WRITING:
        return progress::writing;
    case PGRES_POLLING_OK:
        return PQsetnonblocking(conn_.get(), 1) == 0 && PQenterPipelineMode(conn_.get()) == 1 ? progress::done
                                                                                              : progress::failed;
    default:
        return progress::failed;
    }
}

int wire::socket() const noexcept { return PQsocket(conn_.get()); }

bool wire::set(const std::string& name, const std::string& value)
{
    const std::array values{name.c_str(), value.c_str()};
    return PQsendQueryParams(conn_.get(), "select set_config($1, $2, false)", 2, nullptr, values.data(), nullptr,
                             nullptr, binary) == 1;
}

bool wire::prepare(const statement& what)
{
    return PQsendPrepare(conn_.get(), what.name.c_str(), what.sql.c_str(),
                         static_cast<int>(what.parameter_types.size()), what.parameter_types.data()) == 1;
}

bool wire::send(const statement& what, const params& with)
{
    values_.clear();
    lengths_.clear();
    for (int i = 0; i < with.size(); ++i) {
        values_.push_back(with.data(i));
        lengths_.push_back(with.length(i));
    }
    formats_.resize(values_.size(), binary);
    return PQsendQueryPrepared(conn_.get(), what.name.c_str(), with.size(), values_.data(), lengths_.data(),
                               formats_.data(), binary) == 1;
}

bool wire::sync() { return PQpipelineSync(conn_.get()) == 1; }

wire::progress wire::flush()
{
    switch (PQflush(conn_.get())) {
    case 0:
        return progress::done;
    case 1:
        return progress::writing;
    default:
        return progress::failed;
    }
}

bool wire::receive() { return PQconsumeInput(conn_.get()) == 1; }

std::optional<wire::reply> wire::next()
{
    // Results come with a null behind each; two of them in a row mean that libpq expects nothing more.
    PGresult* got = nullptr;
    for (int i = 0; i < 2 && !got; ++i) {
        if (is_broken() || PQisBusy(conn_.get()) != 0)
            return std::nullopt;
        got = PQgetResult(conn_.get());
    }
    if (!got)
        return std::nullopt;

    rows owned{got};
    switch (PQresultStatus(got)) {
    case PGRES_PIPELINE_SYNC:
        return reply{.what = reply::kind::synced};
    case PGRES_PIPELINE_ABORTED:
        return reply{.what = reply::kind::skipped};
    case PGRES_TUPLES_OK:
    case PGRES_COMMAND_OK:
    case PGRES_EMPTY_QUERY:
        return reply{.what = reply::kind::answer, .answer = std::move(owned)};
    default:
        break;
    }
    const auto code = field(got, PG_DIAG_SQLSTATE);
    if (code.empty() || is_fatal(got)) { // without a code it is libpq's own error
        last_words_ = code.empty() ? first_line(PQresultErrorMessage(got)) : message(got);
        return std::nullopt;
    }
    return reply{.what = reply::kind::answer,
                 .answer = from_sqlstate(code),
                 .message = message(got),
                 .misses_name = is_of_missing_name(code)};
}

bool wire::is_broken() const noexcept { return !last_words_.empty() || PQstatus(conn_.get()) == CONNECTION_BAD; }

std::string wire::why() const { return last_words_.empty() ? first_line(PQerrorMessage(conn_.get())) : last_words_; }

} // namespace rinha::pg
