"""The payloads and terms of the stress test, the same for everybody who generates them."""

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from string import ascii_letters
from typing import Any

SEED = 20230801
PAYLOADS, TERMS = 100_000, 5_000

FOLDER = Path(__file__).parents[2] / "build/stress/data"
PAYLOADS_FILE, TERMS_FILE = "payloads.jsonl", "terms.txt"

SKILLS = (
    "C",
    "C#",
    "C++",
    "Clojure",
    "Dart",
    "Delphi",
    "Elixir",
    "Erlang",
    "Go",
    "Haskell",
    "Java",
    "JavaScript",
    "Kotlin",
    "Lua",
    "MySQL",
    "Node",
    "Oracle",
    "PHP",
    "Perl",
    "Postgres",
    "Python",
    "Ruby",
    "Rust",
    "Scala",
    "TypeScript",
)

# One field in so many is bad, each for itself; one stack in so many of the others is null.
BAD, NULL = 99, 14

# JSON texts, given as strings.
BAD_BIRTHDAYS = ('"12-12-2000"', "null", "10", '"?!?!?"')
BAD_STACKS = (["1" * 40], "string", 1)


class Chance:
    """Draws by random() alone, the one method whose sequence Python promises to keep for a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, bound: int) -> int:
        return int(self._random() * bound)

    def between(self, least: int, most: int) -> int:
        return least + self.below(most - least + 1)

    def one_in(self, many: int) -> bool:
        return self.below(many) == 0

    def one_of(self, values: Any) -> Any:
        return values[self.below(len(values))]

    def text(self, alphabet: str, length: int) -> str:
        chance, bound = self._random, len(alphabet)
        return "".join([alphabet[int(chance() * bound)] for _ in range(length)])


def payloads(count: int = PAYLOADS, seed: int = SEED) -> Iterator[str]:
    """JSON texts of one line each."""
    for person in islice(persons(seed), count):
        yield json.dumps(person, separators=(",", ":"))


def persons(seed: int) -> Iterator[dict[str, Any]]:
    """What payloads are made of, without end."""
    chance = Chance(seed)
    while True:
        yield _person(chance)


def terms(count: int = TERMS, seed: int = SEED) -> Iterator[str]:
    """Of 1 to 50 letters and blanks, without blanks at the ends."""
    chance = Chance(seed + 1)
    for _ in range(count):
        term = ""
        while not term:
            term = chance.text(ascii_letters + " ", chance.between(1, 50)).strip()
        yield term


def _person(chance: Chance) -> dict[str, Any]:
    return {
        "apelido": chance.text(ascii_letters, 35 if chance.one_in(BAD) else chance.between(1, 32)),
        "nome": chance.text(ascii_letters + " ", 120 if chance.one_in(BAD) else chance.between(1, 100)),
        "nascimento": chance.one_of(BAD_BIRTHDAYS) if chance.one_in(BAD) else _birthday(chance),
        "stack": chance.one_of(BAD_STACKS) if chance.one_in(BAD) else _stack(chance),
    }


def _birthday(chance: Chance) -> str:
    """Not always a date: there is a month 13, and a 29 February in each year."""
    return f"{chance.between(1940, 2020)}-{chance.between(1, 13):02}-{chance.between(1, 29):02}"


def _stack(chance: Chance) -> list[str] | None:
    return None if chance.one_in(NULL) else [chance.one_of(SKILLS) for _ in range(chance.between(1, 26))]


def write(folder: Path, count: int = PAYLOADS) -> None:
    """Both files, a payload or a term a line, each there whole or not at all; more payloads begin with the same."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in ((TERMS_FILE, terms()), (PAYLOADS_FILE, payloads(count))):
        begun = folder / f"{name}.part"
        begun.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        begun.replace(folder / name)


def read_payloads(folder: Path) -> list[str]:
    # Not splitlines(), which takes more characters than the line feed for the end of a line.
    return (folder / PAYLOADS_FILE).read_text(encoding="utf-8").removesuffix("\n").split("\n")
