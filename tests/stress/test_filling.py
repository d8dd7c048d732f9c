"""What a table is filled with is what the program would have stored."""

import json
from uuid import UUID

import pytest

from stress_test import data, filling
from stress_test.expected import accepted_apelidos, is_acceptable
from support.api import person
from support.deployment import migrate, program
from support.postgres import query

COUNT = 300
STORED = 'SELECT nascimento::text, busca, apelido, nome, stack FROM pessoas ORDER BY apelido COLLATE "C"'
INDEXES = "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'pessoas' ORDER BY 1"


@pytest.fixture(scope="module")
def rows() -> list[filling.Row]:
    return list(filling.rows(COUNT))


def as_sent(row: filling.Row) -> dict:
    _, nascimento, _, apelido, nome, stack = row
    stack = None if stack is None else json.loads(stack)
    return {"apelido": apelido, "nome": nome, "nascimento": nascimento, "stack": stack}


def test_rows_are_of_persons_that_are_accepted(rows):
    assert len(rows) == COUNT
    assert all(is_acceptable(as_sent(row)) for row in rows)


def test_fewer_rows_are_the_first_of_more(rows):
    assert list(filling.rows(10)) == rows[:10]


def test_ids_ascend_and_are_of_version_7_and_the_past(rows):
    ids = [row[0] for row in rows]
    assert ids == sorted(ids)
    assert {(id.version, id.variant) for id in ids} == {(7, "specified in RFC 4122")}
    assert [id.int >> 80 for id in ids] == list(range(filling.BEGAN, filling.BEGAN + COUNT))


def test_apelidos_differ_and_are_none_of_a_payload(rows):
    apelidos = {row[3] for row in rows}
    assert len(apelidos) == COUNT
    assert not apelidos & set(accepted_apelidos(data.payloads(1000)))
    assert all(apelido[-1].isdigit() for apelido in apelidos)


def test_the_last_of_the_most_has_room_in_an_apelido():
    assert filling.LONGEST_STEM + len(str(filling.MOST - 1)) <= 32


@pytest.fixture(scope="module")
def url(binary, session_folder, shared_postgres) -> str:
    url = shared_postgres.create_database()
    migrate(binary, session_folder, url)
    return url


def test_it_is_stored_searched_and_removed_like_what_the_program_stores(binary, folder, url, rows):
    indexes = query(url, INDEXES)
    said = filling.fill(url, COUNT)
    assert said.startswith("300 persons, copied in ")
    assert query(url, INDEXES) == indexes
    filled = query(url, STORED)

    with program(binary, folder, database_url=url) as one:
        api = one.api()
        assert api.count() == COUNT
        _, _, _, apelido, nome, _ = rows[7]
        for term in (apelido.upper(), nome[-20:].swapcase()):
            assert str(rows[7][0]) in api.ids(term)

        later = api.create(person(nome="que chega depois"))
        assert UUID(later) > rows[-1][0]
        filling.remove_later(url, COUNT)
        assert query(url, STORED) == filled
        assert api.ids("que chega depois") == []

        query(url, "TRUNCATE pessoas CASCADE")
        for row in rows:
            api.create(as_sent(row))
        assert query(url, STORED) == filled
