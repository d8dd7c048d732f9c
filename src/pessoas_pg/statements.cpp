#include "pessoas_pg/statements.hpp"

#include "rinha/pessoas/repository.hpp"

#include <fmt/format.h>

#include <string>

namespace rinha::pessoas_pg::statements {
namespace {

namespace oids = pg::oids;

// ON CONFLICT names no target: a batch that is sent again meets its own ids as well.
constexpr auto insert_sql = R"(
INSERT INTO pessoas (id, nascimento, busca, apelido, nome, stack)
SELECT id, nascimento, busca, apelido, nome, nullif(stack, 'null')::jsonb
FROM unnest($1, $2, $3, $4, $5, $6) AS row (id, nascimento, busca, apelido, nome, stack)
ON CONFLICT DO NOTHING
RETURNING id)";

constexpr auto insert_with_pieces_sql = R"(
WITH stored AS ({}),
pieces AS (
  INSERT INTO pessoas_trechos (pessoa, ordem, trecho)
  SELECT pessoa, ordem, trecho
  FROM unnest($7, $8) WITH ORDINALITY AS row (pessoa, trecho, ordem) JOIN stored ON stored.id = pessoa
)
SELECT id FROM stored)";

// A person of whom both a first and a further piece match is found once.
constexpr auto search_sql = R"(
WITH found AS (
  (SELECT id FROM pessoas WHERE busca{0} LIKE $1 ORDER BY id LIMIT {1})
  UNION
  (SELECT DISTINCT pessoa FROM pessoas_trechos WHERE trecho{0} LIKE $1 ORDER BY pessoa LIMIT {1})
  ORDER BY id LIMIT {1}
)
SELECT id, nascimento, apelido, nome, stack FROM found JOIN pessoas USING (id) ORDER BY id)";

// The index is one of the collation "C". This one compares alike, and can't be served by it.
constexpr auto without_index = R"( COLLATE "POSIX")";

constexpr auto fitness_sql = R"(
SELECT pg_encoding_to_char(encoding)::text, datctype::text,
       (SELECT count(*)
        FROM (VALUES ('pessoas'), ('pessoas_trechos')) AS tables (name), (VALUES ('SELECT'), ('INSERT')) AS rights (name)
        WHERE NOT has_table_privilege(tables.name, rights.name)),
       current_setting('transaction_read_only')::bool::int
FROM pg_database WHERE datname = current_database())";

std::string search_by(const char* collation) { return fmt::format(search_sql, collation, pessoas::search_limit); }

} // namespace

const pg::statement insert{
    .name = "insert",
    .sql = insert_sql,
    .parameter_types = {oids::uuid_array, oids::date_array, oids::text_array, oids::text_array, oids::text_array,
                        oids::text_array},
};

const pg::statement insert_with_pieces{
    .name = "insert_with_pieces",
    .sql = fmt::format(insert_with_pieces_sql, insert_sql),
    .parameter_types = {oids::uuid_array, oids::date_array, oids::text_array, oids::text_array, oids::text_array,
                        oids::text_array, oids::uuid_array, oids::text_array},
};

const pg::statement existing{
    .name = "existing",
    .sql = "SELECT id FROM pessoas WHERE id = ANY ($1)",
    .parameter_types = {oids::uuid_array},
    .read_only = true,
};

const pg::statement find{
    .name = "find",
    .sql = "SELECT nascimento, apelido, nome, stack FROM pessoas WHERE id = $1",
    .parameter_types = {oids::uuid},
    .read_only = true,
};

const pg::statement search{
    .name = "search",
    .sql = search_by(""),
    .parameter_types = {oids::text},
    .read_only = true,
};

const pg::statement scan{
    .name = "scan",
    .sql = search_by(without_index),
    .parameter_types = {oids::text},
    .read_only = true,
};

const pg::statement count{
    .name = "count",
    .sql = "SELECT count(*) FROM pessoas",
    .parameter_types = {},
    .read_only = true,
};

const pg::statement fitness{
    .name = "fitness",
    .sql = fitness_sql,
    .parameter_types = {},
    .read_only = true,
};

} // namespace rinha::pessoas_pg::statements
