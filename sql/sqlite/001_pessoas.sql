-- Run by the program when it opens a file, in one transaction; PRAGMA user_version says which files have run. A later
-- change is a file of its own, with the next number.

-- `ordem` counts the persons as they were created: 1, 2, 3, …; the ids are in the same order. `busca` is what
-- search_text.hpp makes of a person: folded by the program, compared as plain bytes. It comes last, so that a person
-- can be read without it.
CREATE TABLE pessoas (
  ordem      INTEGER PRIMARY KEY,
  id         BLOB NOT NULL UNIQUE,  -- the 16 bytes of a UUIDv7
  apelido    TEXT NOT NULL UNIQUE,
  nome       TEXT NOT NULL,
  nascimento TEXT NOT NULL,         -- AAAA-MM-DD
  stack      TEXT NOT NULL,         -- JSON: an array of strings, or null
  busca      TEXT NOT NULL
) STRICT;

-- Which persons hold which sequences of one to three characters; the program brings the tokenizer. Only the index: no
-- text (content), no positions (detail), no lengths (columnsize).
CREATE VIRTUAL TABLE pessoas_busca USING fts5(
  busca, content = '', columnsize = 0, detail = none, tokenize = 'grams'
);

-- FTS5 would merge the parts of its index in bursts of 30 ms inside somebody's insert; the program asks for a little
-- with every batch instead.
INSERT INTO pessoas_busca (pessoas_busca, rank) VALUES ('automerge', 0);

-- count(*) reads an index from end to end. The program adds each batch in the batch's own transaction, and fills
-- `pessoas_busca` likewise: a trigger would make FTS5 write a part of its index for each row instead of each batch.
CREATE TABLE contagem (pessoas INTEGER NOT NULL) STRICT;
INSERT INTO contagem VALUES (0);

-- The program deletes nobody. Whoever does it by hand leaves the index as it is: a search looks at the person itself.
CREATE TRIGGER pessoa_apagada AFTER DELETE ON pessoas BEGIN
  UPDATE contagem SET pessoas = pessoas - 1;
END;
