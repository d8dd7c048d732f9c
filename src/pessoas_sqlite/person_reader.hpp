#pragma once

#include "rinha/core/uuid.hpp"
#include "rinha/pessoas/model.hpp"
#include "rinha/pessoas_sqlite/store.hpp"
#include "rinha/sqlite/database.hpp"

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace rinha::pessoas_sqlite {

// A connection that finds persons. Every call blocks, and sees all that was committed before. Errors are of
// sqlite::errc, or pessoas::errc::not_found.
class person_reader
{
public:
    static result<person_reader> open(const store_settings& settings);

    result<pessoas::person> find(const uuid& id);

    // The first persons, at most search_limit, whose search text holds the term (see search_text.hpp), in the order of
    // their creation.
    result<std::vector<pessoas::person>> search(const std::string& term);

    result<std::uint64_t> count();

    // What is asked from now on ends with errc::interrupted soon after the flag is set.
    void interrupt_when(const std::atomic<bool>* flag) noexcept { database_.interrupt_when(flag); }

    bool has_moved() const noexcept { return database_.has_moved(); }

private:
    person_reader(sqlite::database opened, sqlite::statement find, sqlite::statement search, sqlite::statement count);

    sqlite::database database_; // outlives its statements
    sqlite::statement find_;
    sqlite::statement search_;
    sqlite::statement count_;
};

} // namespace rinha::pessoas_sqlite
