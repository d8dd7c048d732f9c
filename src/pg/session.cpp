#include "rinha/pg/session.hpp"

#include "pg/first_line.hpp"
#include "pg/sqlstate.hpp"
#include "rinha/pg/conninfo.hpp"

#include <libpq-fe.h>
#include <spdlog/spdlog.h>

#include <array>

namespace rinha::pg {
namespace {

struct clear
{
    void operator()(PGresult* of) const noexcept { PQclear(of); }
};

} // namespace

void session::closer::operator()(pg_conn* c) const noexcept { PQfinish(c); }

void session::notice(void* /*nobody*/, const pg_result* what)
{
    spdlog::debug("pg: {}", first_line(PQresultErrorMessage(what)));
}

session::session(const std::string& conninfo)
{
    if (!is_conninfo(conninfo)) { // libpq's own message quotes it, and it may hold a password
        why_ = "the connection string can't be read";
        return;
    }
    static constexpr std::array keys{"fallback_application_name", "connect_timeout", "dbname", "client_encoding",
                                     static_cast<const char*>(nullptr)};
    const std::array values{"rinha", "2", conninfo.c_str(), "UTF8", static_cast<const char*>(nullptr)};
    // Where no connection comes about libpq tells the SQLSTATE only in a message that is verbose, and how verbose it
    // is can be said only to one that is begun. So it is begun, and at once begun anew.
    conn_.reset(PQconnectStartParams(keys.data(), values.data(), 1));
    PQsetErrorVerbosity(conn_.get(), PQERRORS_VERBOSE);
    PQreset(conn_.get());
    if (is_open()) {
        PQsetErrorVerbosity(conn_.get(), PQERRORS_DEFAULT);
        PQsetNoticeReceiver(conn_.get(), notice, nullptr);
        return;
    }
    const std::string_view message(PQerrorMessage(conn_.get()));
    why_ = first_line(message);
    sqlstate_ = sqlstate_in(message);
}

bool session::is_open() const noexcept { return PQstatus(conn_.get()) == CONNECTION_OK; }

bool session::is_refused() const noexcept
{
    if (is_open())
        return false;
    return !conn_ || PQconnectionNeedsPassword(conn_.get()) != 0 || is_of_lasting_refusal(sqlstate_);
}

std::optional<std::vector<std::string>> session::run(std::string_view sql)
{
    const std::string text(sql);
    const std::unique_ptr<PGresult, clear> answer(PQexec(conn_.get(), text.c_str()));
    const auto status = PQresultStatus(answer.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        why_ = first_line(PQerrorMessage(conn_.get()));
        const char* const code = PQresultErrorField(answer.get(), PG_DIAG_SQLSTATE);
        sqlstate_ = code ? code : "";
        return std::nullopt;
    }
    const int rows = PQntuples(answer.get());
    std::vector<std::string> column;
    column.reserve(static_cast<std::size_t>(rows));
    for (int row = 0; row < rows; ++row)
        column.emplace_back(PQgetvalue(answer.get(), row, 0));
    return column;
}

} // namespace rinha::pg
