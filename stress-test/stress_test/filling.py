"""Many persons put into PostgreSQL behind the program's back, as it would have stored them."""

import json
import time
from collections.abc import Iterator
from itertools import islice
from uuid import UUID

import psycopg

from stress_test import data
from stress_test.expected import is_acceptable

# Of the persons, who are none of the payloads'.
SEED = data.SEED + 2

# When the first was created, in milliseconds since 1970: the others follow a millisecond apart, and all are older than
# who is created from now on.
BEGAN = 1_577_836_800_000
LONGEST_STEM = 25  # of an apelido, so that 32 characters are enough with the number
MOST = 10_000_000  # rows: their numbers have seven digits

COLUMNS = ("id", "nascimento", "busca", "apelido", "nome", "stack")
Row = tuple[UUID, str, str, str, str, str | None]

_SEARCH_INDEX = "pessoas_busca"


def rows(count: int) -> Iterator[Row]:
    """The acceptable ones among the contest's persons, drawn from another seed, by ascending id.

    Each has an apelido that ends in its number: it is the only one, and no payload's, which are of letters alone.
    """
    chance = data.Chance(SEED + 1)
    for number, person in enumerate(islice(filter(is_acceptable, data.persons(SEED)), count)):
        apelido = f"{person['apelido'][:LONGEST_STEM]}{number}"
        stack = None if person["stack"] is None else json.dumps(person["stack"])
        yield (
            id_of(number, chance),
            person["nascimento"],
            search_text(apelido, person["nome"], person["stack"]),
            apelido,
            person["nome"],
            stack,
        )


def id_of(number: int, chance: data.Chance) -> UUID:
    """A UUIDv7, RFC 9562 section 5.7."""
    return UUID(int=BEGAN + number << 80 | 7 << 76 | chance.below(1 << 12) << 64 | 2 << 62 | chance.below(1 << 62))


def search_text(apelido: str, nome: str, stack: list[str] | None) -> str:
    """docs/adr/0006-search-text.md; of ASCII without control characters, and short enough for one piece."""
    return "\x03".join([apelido, nome, *(stack or ())]).lower()


def fill(url: str, count: int) -> str:
    """So many rows into an empty table; how long it took, in words.

    The index of trigrams is built when they are there. Statistics are made, and all is written to disk.
    """
    with psycopg.connect(url, autocommit=True) as database:
        found = database.execute("SELECT indexdef FROM pg_indexes WHERE indexname = %s", [_SEARCH_INDEX]).fetchone()
        assert found, f"no index {_SEARCH_INDEX}"
        database.execute(f"DROP INDEX {_SEARCH_INDEX}")
        began = time.monotonic()
        with database.cursor() as cursor, cursor.copy(f"COPY pessoas ({', '.join(COLUMNS)}) FROM STDIN") as copy:
            for row in rows(count):
                copy.write_row(row)
        copied = time.monotonic()
        database.execute(found[0])
        indexed = time.monotonic()
        _tidy(database)
    took = f"copied in {copied - began:.0f} s, indexed in {indexed - copied:.0f} s"
    return f"{count:,} persons, {took}, tidied in {time.monotonic() - indexed:.0f} s"


def remove_later(url: str, count: int) -> None:
    """Who came after the `count` that the table was filled with; what they leave is free for others, and on disk."""
    with psycopg.connect(url, autocommit=True) as database:
        database.execute("DELETE FROM pessoas WHERE id >= %s", [UUID(int=BEGAN + count << 80)])
        _tidy(database)


def _tidy(database: psycopg.Connection) -> None:
    database.execute("VACUUM (ANALYZE) pessoas")
    database.execute("CHECKPOINT")
