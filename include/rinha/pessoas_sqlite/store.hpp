#pragma once

#include "rinha/core/batcher.hpp"
#include "rinha/core/flush_policy.hpp"
#include "rinha/core/result.hpp"
#include "rinha/metrics/registry.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

namespace rinha::pessoas_sqlite {

struct store_settings
{
    std::string path = "pessoas.db";               // of the file; `-wal` and `-shm` stand beside it
    std::size_t readers = 2;                       // threads that search and find; searches leave one of several free
    std::chrono::milliseconds deadline{5'000};     // from a call of the repository to its answer
    std::chrono::milliseconds busy_timeout{1'000}; // how long one attempt waits for another process's transaction
    std::size_t max_waiting_reads = 4'096;         // finds and counts not yet begun, and as many searches
    int checkpoint_pages = 1'000;                  // of 4 KiB in the write-ahead log, before they are copied
    batch_limits batch{.bytes = 256 * 1024};       // two persons of 64 KiB: they take 20 ms each, for the index
    flush_settings flush{};
    std::chrono::milliseconds check_interval{500}; // between two looks at a file to which nobody writes
};

// The persons in one file: a thread that writes, with one batcher for the process, and threads that read.
//
// A creation is answered when the transaction that holds it has been written to the log and synced. The ids are made
// inside that transaction, the first of them above the largest in the file: so the ids, the rows and the creations have
// one order, whatever the clock and however many threads and processes create, and a search that reads rows in order
// can stop at the limit (spec row 32). Other processes may use the same file: SQLite's locks serialise the writers.
//
// When the file can't be written (disk full, gone, locked for long) new creations are refused at once, and an attempt
// is made four times a second until it works. Where nobody creates, the file is looked at all the same: who only reads
// is told of its loss as soon.
class store
{
public:
    // Makes the file where there is none, and brings its schema up to date. An error of sqlite::errc: newer_schema,
    // cannot_open, not_a_database, busy, ….
    static result<std::unique_ptr<store>> open(const store_settings& settings, metrics::registry& m);

    // Stops it. All repositories and what they were asked must be gone.
    ~store();
    store(const store&) = delete;
    store& operator=(const store&) = delete;

    // Finishes what it was asked, refuses what comes now (store_errc::away), and closes the file. Blocks; from any
    // thread.
    void stop();

    // Whether the last attempt to write worked, and the file was at its path and could be read at the last look.
    bool is_up() const noexcept;

    // The time that the last transaction, or look at the file, took. Zero before the first.
    std::chrono::microseconds latency() const noexcept;

private:
    friend class repository;
    struct state;

    explicit store(std::unique_ptr<state> of);

    std::unique_ptr<state> state_;
};

} // namespace rinha::pessoas_sqlite
