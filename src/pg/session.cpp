#include "rinha/pg/session.hpp"

#include "pg/first_line.hpp"
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
    conn_.reset(PQconnectdbParams(keys.data(), values.data(), 1));
    if (is_open())
        PQsetNoticeReceiver(conn_.get(), notice, nullptr);
    else
        why_ = first_line(PQerrorMessage(conn_.get()));
}

bool session::is_open() const noexcept { return PQstatus(conn_.get()) == CONNECTION_OK; }

std::optional<std::vector<std::string>> session::run(std::string_view sql)
{
    const std::string text(sql);
    const std::unique_ptr<PGresult, clear> answer(PQexec(conn_.get(), text.c_str()));
    const auto status = PQresultStatus(answer.get());
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
        why_ = first_line(PQerrorMessage(conn_.get()));
        return std::nullopt;
    }
    std::vector<std::string> column;
    for (int row = 0; row < PQntuples(answer.get()); ++row)
        column.emplace_back(PQgetvalue(answer.get(), row, 0));
    return column;
}

} // namespace rinha::pg
