#pragma once

#include "rinha/core/result.hpp"
#include "rinha/core/uuid.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

struct sqlite3_stmt;

namespace rinha::sqlite {

// The rows of one execution, one at a time. What a column returns is valid until the next row. That a column has the
// type asked for is the caller's promise, made by the statement's text. Columns count from 0.
class cursor
{
public:
    explicit cursor(sqlite3_stmt* running) noexcept
        : statement_(running)
    {
    }

    // Whether there is another row. Not again after an error or the end.
    result<bool> next();

    std::int64_t integer(int column) const noexcept;
    std::string_view text(int column) const noexcept;
    uuid id(int column) const noexcept; // a blob of 16 bytes

private:
    struct resetter
    {
        void operator()(sqlite3_stmt* statement) const noexcept;
    };

    std::unique_ptr<sqlite3_stmt, resetter> statement_;
};

// A prepared statement. It must not outlive its database, and is executed once at a time.
class statement
{
public:
    explicit statement(sqlite3_stmt* owned) noexcept
        : statement_(owned)
    {
    }

    // Begins an execution with these values of ?1, ?2, …: integers, text or ids. They are not copied: text and ids
    // must live as long as the cursor.
    template <class... Values>
    cursor start(const Values&... values)
    {
        [[maybe_unused]] int parameter = 0;
        (bind(++parameter, values), ...);
        return cursor(statement_.get());
    }

    // The same where no rows are expected, or none are wanted.
    template <class... Values>
    result<void> run(const Values&... values)
    {
        auto rows = start(values...);
        const auto more = rows.next();
        return more ? result<void>() : result<void>(more.error());
    }

private:
    struct finalizer
    {
        void operator()(sqlite3_stmt* statement) const noexcept;
    };

    void bind(int parameter, std::int64_t value);
    void bind(int parameter, std::string_view text);
    void bind(int parameter, const uuid& id);

    std::unique_ptr<sqlite3_stmt, finalizer> statement_;
};

} // namespace rinha::sqlite
