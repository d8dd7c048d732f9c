#pragma once

#include "rinha/pg/statement.hpp"

// All SQL that serves requests.
namespace rinha::pessoas_pg::statements {

// $1 ids, $2 dates, $3 search texts, $4 apelidos, $5 nomes, $6 stacks: one row each, in the order in which they shall
// be locked. The ids of those stored come back; the apelido (or the id) of the others was taken.
extern const pg::statement insert;

// The same with $7 ids, $8 texts: further pieces of the search texts of some of them.
extern const pg::statement insert_with_pieces;

// Which of the ids $1 there are.
extern const pg::statement existing;

// Nascimento, apelido, nome and stack of the id $1.
extern const pg::statement find;

// Id, nascimento, apelido, nome and stack of the 50 smallest ids whose search text is LIKE $1. Wants a plan for each
// term: by the trigram index where the term is rare, by the primary key where it is common.
extern const pg::statement search;

// The same without the trigram index.
extern const pg::statement scan;

extern const pg::statement count;

// Encoding and LC_CTYPE of the database; how many rights to its tables the others need and this role lacks; 1 if it
// takes no writes: `default_transaction_read_only`, or a standby, where the server says so of every transaction. 0
// else.
extern const pg::statement fitness;

} // namespace rinha::pessoas_pg::statements
