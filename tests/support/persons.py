"""Persons of every kind that the API accepts, drawn at random."""

import random
from datetime import date, timedelta
from typing import Any

from support.api import person

_CHARACTERS = "abcXYZ019 éßİ漢😀\U0010ffff'\"\\/,;:{}[]()%_*|\x01\t\n\x7f"
_DAYS = date.max.toordinal() - 1


def any_person(chance: random.Random) -> dict[str, Any]:
    """With an apelido of its own; most of them differ in all fields."""

    def text(longest: int) -> str:
        return "".join(chance.choices(_CHARACTERS, k=chance.randint(1, longest)))

    document = person(nome=text(100), nascimento=(date.min + timedelta(chance.randint(0, _DAYS))).isoformat())
    stack: list[str] | None = [text(32) for _ in range(chance.randint(0, 5))]
    if chance.random() < 0.2:
        del document["stack"]
    else:
        document["stack"] = None if chance.random() < 0.2 else stack
    return document
