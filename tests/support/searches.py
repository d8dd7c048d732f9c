"""Searches: terms of a length, which somebody matches or nobody does, and whether the answer is right."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from string import ascii_letters
from urllib.parse import quote

from support.load import Fate, Request, retrieval

STRANGE = "áãçéêíóõúüñ"  # none of them in a person of the contest's


@dataclass(frozen=True)
class Length:
    """In characters."""

    least: int
    most: int
    open: bool = False  # as people read it: `most` is only as far as we go

    def __str__(self) -> str:
        return f"more than {self.least - 1}" if self.open else f"{self.least} to {self.most}"

    def draw(self, chance: random.Random) -> int:
        return chance.randint(self.least, self.most)


LENGTHS = (Length(1, 2), Length(3, 5), Length(6, 10), Length(11, 50, open=True))

# Of the persons' "C#" and "C++"; and what nobody has, unless %, _ or \ stood for something else.
SYMBOLS_THERE = ("#", "+", "++")
SYMBOLS_NOWHERE = ("+-", "%_", "%", "_", "__", "\\", "%%", "(*)", "'", "#+")


def cut(texts: Sequence[str], length: Length, number: int, chance: random.Random) -> list[str]:
    """Out of these, each at least as long as the longest term, at any place."""
    terms = []
    for _ in range(number):
        text, size = chance.choice(texts), length.draw(chance)
        at = chance.randint(0, len(text) - size)
        terms.append(text[at : at + size])
    return terms


def strange(length: Length, chance: random.Random) -> Iterator[str]:
    """At random, without end; those so short that any letters are met somewhere have one that is met nowhere."""
    while True:
        letters = chance.choices(ascii_letters + " ", k=length.draw(chance))
        if len(letters) <= 5:
            letters[chance.randrange(len(letters))] = chance.choice(STRANGE)
        yield "".join(letters)


def search(term: str) -> Request:
    """With the term as its document."""
    request = retrieval("/pessoas?t=" + quote(term, safe=""))
    request.document = term
    return request


def is_fault(request: Request, matches: bool) -> bool:
    """Whether it was not answered, or not as it must be where somebody matches, or nobody does."""
    return request.fate is not Fate.ANSWERED or request.status != 200 or (request.body != b"[]") != matches
