"""How many persons a server without fault holds after a run: an own plain reading of docs/api/contract.md.

It has nothing of the server's code, nor of the tests' model.
"""

import json
import re
from calendar import monthrange
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import Any


def maximum(payloads: Sequence[str], creations: int) -> int:
    """The number of rows after so many creations, the payloads being sent in order and over again from the first.

    Whoever comes first with an apelido has it (row 12): a payload that is sent twice is one person, and so are two
    acceptable ones of the same apelido. Which of two that arrive at once is stored does not change the number.
    """
    return len(set(accepted_apelidos(islice(cycle(payloads), creations))))


def accepted_apelidos(payloads: Iterable[str]) -> Iterable[str]:
    """Of the acceptable payloads: that an apelido may be taken is not considered."""
    for payload in payloads:
        person = _parse(payload)
        if isinstance(person, dict) and is_acceptable(person):
            yield person["apelido"]


def _parse(payload: str) -> Any:
    """Row 5: None where it is no JSON (`null` is none of a person either)."""

    def refuse(constant: str) -> None:
        raise ValueError(constant)  # NaN and Infinity, which Python reads

    try:
        person = json.loads(payload, parse_constant=refuse)
        json.dumps(person, ensure_ascii=False).encode()  # a lone surrogate can't be encoded
    except (ValueError, RecursionError):
        return None
    return person


def is_acceptable(person: dict[str, Any]) -> bool:
    """A field given twice counts as it is given last (row 18), which is how Python reads it."""
    return (
        _is_text(person.get("apelido"), 32)
        and _is_text(person.get("nome"), 100)
        and _is_date(person.get("nascimento"))
        and _is_stack(person.get("stack"))
    )


def _is_text(value: Any, longest: int) -> bool:
    """Rows 1, 2, 9 to 11. Nothing is trimmed: a lone blank is a text. Characters are code points, as Python's are."""
    return isinstance(value, str) and 1 <= len(value) <= longest and "\0" not in value


def _is_date(value: Any) -> bool:
    """Rows 1, 2, 7 and 8."""
    found = re.fullmatch(r"([0-9]{4})-([0-9]{2})-([0-9]{2})", value) if isinstance(value, str) else None
    if not found:
        return False
    year, month, day = map(int, found.groups())
    return year >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _is_stack(value: Any) -> bool:
    """Rows 3, 4, 9 to 11, 14 and 15: missing and null are one."""
    return value is None or (isinstance(value, list) and all(_is_text(item, 32) for item in value))
