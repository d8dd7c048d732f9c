"""Row 29: searches of any term at 50,000 persons, and creations beside them."""

import itertools
import random
from pathlib import Path

import pytest

from support.api import person
from support.deployment import program
from support.load import Load, census, creation, percentile, retrieval
from support.program import Program

PERSONS = 50_000
SHORT_TERMS = ["a", "e", "an", "o", "%23", "%2B%2B", "-", "+", "%5F", "%25", ".", "q", "zz", "%C3%A9", "C%23", "%27"]

names = ["Ana", "José", "Maria", "João", "Lúcia", "Pedro", "Inês", "Tomás", "Beatriz", "Raúl", "Zoé", "Otávio"]
surnames = ["Silva", "Santos", "Oliveira", "Souza", "Barbosa", "Gonçalves", "Araújo", "Café", "Núñez", "Müller"]
skills = [
    "C#",
    "C++",
    "Go",
    "Rust",
    "Node",
    "Java",
    "Python",
    "Ruby",
    "Elixir",
    "Oracle",
    "Postgres",
    "Redis",
    "Kafka",
    ".NET",
    "F#",
    "Haskell",
]


@pytest.fixture(params=["sqlite", "postgres"])
def filled(request: pytest.FixtureRequest, binary, folder: Path, chance: random.Random) -> Program:
    store = (
        {"sqlite": folder / "p.db"}
        if request.param == "sqlite"
        else {"database_url": request.getfixturevalue("database")}
    )

    def make():
        return creation(
            person(
                nome=f"{chance.choice(names)} {chance.choice(surnames)} {chance.choice(surnames)}",
                stack=chance.sample(skills, chance.randrange(6)) or None,
            )
        )

    with program(binary, folder, **store) as instance:
        created = Load([instance.listen], clients=64, rate=None, make=make).run(count=PERSONS)
        assert census(created) == {"201": PERSONS}
        yield instance


def test_short_terms_are_answered_in_time(filled: Program):
    """One search at a time, and the best of five: what a search costs, whatever else the machine does."""
    turns = itertools.cycle(SHORT_TERMS)
    searches = Load([filled.listen], clients=1, rate=None, make=lambda: retrieval(f"/pessoas?t={next(turns)}"))
    found = searches.run(count=5 * len(SHORT_TERMS))
    assert census(found) == {"200": len(found)}
    best = {term: min(r.latency for r in found[n :: len(SHORT_TERMS)]) for n, term in enumerate(SHORT_TERMS)}
    print({term: round(1000 * seconds, 1) for term, seconds in sorted(best.items(), key=lambda item: -item[1])})
    assert max(best.values()) < 0.030


def test_searches_do_not_delay_creations(filled: Program, full):
    seconds = 10 if full else 4
    alone = Load([filled.listen], clients=20, rate=200).run(seconds)
    turn = itertools.cycle(SHORT_TERMS)
    searching = Load([filled.listen], clients=20, rate=40, make=lambda: retrieval(f"/pessoas?t={next(turn)}")).start()
    beside = Load([filled.listen], clients=20, rate=200).run(seconds)
    searches = searching.stop()
    print(f"p99 alone {percentile(alone, 0.99):.4f}, beside {len(searches)} searches {percentile(beside, 0.99):.4f}")
    assert census(beside) == {"201": len(beside)}
    assert set(census(searches)) <= {"200", "503"}
    assert percentile(beside, 0.99) < 2 * percentile(alone, 0.99) + 0.03
