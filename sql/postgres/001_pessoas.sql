-- Run by `--migrate`, by psql, or by docker-entrypoint-initdb.d, in any number and at the same time: one lock, one
-- transaction, and nothing that is there already is made again. A later change is a file of its own, with the next
-- number, of the same form.
BEGIN;

DO $$ BEGIN PERFORM pg_advisory_xact_lock(hashtext('schema of pessoas')); END $$;
SET LOCAL client_min_messages = warning;

DO $$ BEGIN
  IF current_setting('server_encoding') <> 'UTF8' THEN
    RAISE EXCEPTION 'the database holds text as %, and UTF8 is needed', current_setting('server_encoding');
  END IF;
END $$;

CREATE TABLE IF NOT EXISTS schema_versions (
  name       text PRIMARY KEY,
  applied_at timestamptz NOT NULL DEFAULT now()
);

-- Trigrams. Letters are what LC_CTYPE says: the database wants a UTF-8 locale, or C.UTF-8.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- `busca` is what search_text.hpp makes of a person: folded by the program, found by LIKE as plain bytes. It stands
-- before the other texts, because a search for one or two letters reads all rows, and reads them only that far.
CREATE TABLE IF NOT EXISTS pessoas (
  id         uuid PRIMARY KEY,
  nascimento date NOT NULL,
  busca      text COLLATE "C" NOT NULL,
  apelido    text COLLATE "C" NOT NULL UNIQUE,
  nome       text COLLATE "C" NOT NULL,
  stack      jsonb -- an array of strings, or NULL
);

-- Searches are planned by the statistics of `busca`, and nothing by the others. They are made anew again and again while
-- the table grows, in one go: over all columns, that would keep the creations waiting.
ALTER TABLE pessoas
  ALTER id SET STATISTICS 0,
  ALTER nascimento SET STATISTICS 0,
  ALTER apelido SET STATISTICS 0,
  ALTER nome SET STATISTICS 0,
  ALTER stack SET STATISTICS 0;

-- Short signatures are soon full: with 64 bytes, searches take 15 times as long at 50,000 persons, and with 256 up to four
-- times at a million. With 2,024, the most there can be, a page has room for three of them, and they take longer again.
CREATE INDEX IF NOT EXISTS pessoas_busca ON pessoas USING gist (busca gist_trgm_ops (siglen = 1024));

-- The further pieces of a search text that is too long for a leaf of the index (8,191 bytes for its trigrams). A term
-- is found in one piece or in none. Empty for nearly all persons.
CREATE TABLE IF NOT EXISTS pessoas_trechos (
  pessoa uuid    NOT NULL REFERENCES pessoas ON DELETE CASCADE,
  ordem  integer NOT NULL,
  trecho text COLLATE "C" NOT NULL,
  PRIMARY KEY (pessoa, ordem)
);

CREATE INDEX IF NOT EXISTS pessoas_trechos_trecho ON pessoas_trechos USING gist (trecho gist_trgm_ops (siglen = 1024));

INSERT INTO schema_versions (name) VALUES ('001_pessoas') ON CONFLICT DO NOTHING;

COMMIT;
