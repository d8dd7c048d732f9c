#pragma once

#include "rinha/core/result.hpp"

namespace rinha::sqlite {

// Of the result codes of SQLite those that make a difference to us.
enum class errc
{
    busy = 1,       // another connection held the lock for longer than the busy timeout: unavailable
    full,           // no room on the disk, or above max_page_count: unavailable; nothing was written
    io,             // reading, writing or syncing failed: unavailable; of a commit the outcome is not known
    cannot_open,    // no such file, no permission, or no file: unavailable
    moved,          // the file is no longer where it was opened: unavailable
    read_only,      // no permission to write: unavailable
    not_a_database, // the file holds something else: broken
    corrupt,        // the file is damaged: broken
    newer_schema,   // the file was written by a newer version of this program: broken
    interrupted,    // whoever asked gave up: unavailable
    constraint,     // a constraint of the schema, other than those a statement resolves by itself: broken
    no_memory,      // overloaded
    failed,         // anything else, a mistake in a statement before all: broken
};

const boost::system::error_category& category() noexcept;

error_code make_error_code(errc value) noexcept;

} // namespace rinha::sqlite

template <>
struct boost::system::is_error_code_enum<rinha::sqlite::errc> : std::true_type
{
};
