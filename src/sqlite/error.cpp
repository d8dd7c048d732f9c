#include "rinha/sqlite/error.hpp"

#include "rinha/core/error_category.hpp"
#include "sqlite/result_code.hpp"

#include <sqlite3.h>

#include <string>

namespace rinha::sqlite {
namespace {

class sqlite_category final : public error_category
{
public:
    const char* name() const noexcept override { return "rinha.sqlite"; }

    std::string message(int value) const override
    {
        switch (static_cast<errc>(value)) {
        case errc::busy:
            return "the database is locked by another process";
        case errc::full:
            return "the disk is full";
        case errc::io:
            return "reading or writing the database failed";
        case errc::cannot_open:
            return "the database can't be opened";
        case errc::moved:
            return "the database's file has been moved or deleted";
        case errc::read_only:
            return "the database can't be written to";
        case errc::not_a_database:
            return "the file is not a database";
        case errc::corrupt:
            return "the database is damaged";
        case errc::newer_schema:
            return "the database was written by a newer version of this program";
        case errc::interrupted:
            return "the statement was interrupted";
        case errc::constraint:
            return "a constraint of the database was violated";
        case errc::no_memory:
            return "the database is out of memory";
        case errc::failed:
            return "the statement failed";
        }
        return "unknown error of the database";
    }

    boost::system::error_condition default_error_condition(int value) const noexcept override
    {
        switch (static_cast<errc>(value)) {
        case errc::busy:
        case errc::full:
        case errc::io:
        case errc::cannot_open:
        case errc::moved:
        case errc::read_only:
        case errc::interrupted:
            return failure::unavailable;
        case errc::no_memory:
            return failure::overloaded;
        case errc::not_a_database:
        case errc::corrupt:
        case errc::newer_schema:
        case errc::constraint:
        case errc::failed:
            return failure::broken;
        }
        return failure::broken;
    }
};

} // namespace

const boost::system::error_category& category() noexcept
{
    static const sqlite_category instance;
    return instance;
}

error_code make_error_code(errc value) noexcept { return {static_cast<int>(value), category()}; }

error_code error_of(int result_code) noexcept
{
    constexpr int primary = 0xFF;
    switch (result_code & primary) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
        return errc::busy;
    case SQLITE_FULL:
        return errc::full;
    case SQLITE_IOERR:
        return errc::io;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        return errc::cannot_open;
    case SQLITE_READONLY:
        return errc::read_only;
    case SQLITE_NOTADB:
        return errc::not_a_database;
    case SQLITE_CORRUPT:
        return errc::corrupt;
    case SQLITE_INTERRUPT:
        return errc::interrupted;
    case SQLITE_CONSTRAINT:
        return errc::constraint;
    case SQLITE_NOMEM:
        return errc::no_memory;
    default:
        return errc::failed;
    }
}

} // namespace rinha::sqlite
