"""Two instances after the same apelidos."""

import itertools
import random
from contextlib import ExitStack
from pathlib import Path

import pytest

from support.api import person, unique
from support.deployment import program
from support.load import Load, census, creation
from support.program import Program


@pytest.fixture
def two(binary, folder: Path, database) -> list[Program]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(program(binary, folder, f"api-{n}", database_url=database, threads=threads))
            for n, threads in enumerate((1, 2))
        ]


def test_of_creations_of_one_apelido_one_succeeds(two, full):
    seconds, rate = (10 if full else 3), 500
    apelidos = [unique() for _ in range(seconds * 10)]
    turn = itertools.count()

    def make():
        return creation(person(apelido=apelidos[next(turn) * len(apelidos) // (seconds * rate) % len(apelidos)]))

    requests = Load([instance.listen for instance in two], clients=50, rate=rate, make=make).run(seconds)
    asked = {request.document["apelido"] for request in requests}
    assert census(requests) == {"201": len(asked), "422": len(requests) - len(asked)}
    for apelido in asked:
        assert sum(r.status == 201 for r in requests if r.document["apelido"] == apelido) == 1
    assert [instance.api().count() for instance in two] == [len(asked)] * 2


def test_overlapping_batches_never_deadlock(two, postgres, chance: random.Random, full):
    """Each apelido is sent to both instances several times, in a random order, as fast as they take it."""
    apelidos = [unique(f"{chance.randrange(16**4):04x}") for _ in range(3000 if full else 800)]
    orders = [chance.sample(apelidos, len(apelidos)) for _ in range(6)]
    queue = iter([apelido for together in zip(*orders, strict=True) for apelido in together])

    def make():
        return creation(person(apelido=next(queue)))

    addresses = [instance.listen for instance in two]
    requests = Load(addresses, clients=128, rate=None, make=make).run(count=6 * len(apelidos))
    assert census(requests) == {"201": len(apelidos), "422": 5 * len(apelidos)}
    assert two[0].api().count() == len(apelidos)
    assert "deadlock" not in postgres.log
    assert sum(instance.metrics().value("pg_reconnects_total") for instance in two) == 0
