"""How the tables of the tests are written: each line is a case of a numbered row of docs/api/contract.md."""

from typing import Any

import pytest

from support.api import person, to_bytes


def row(number: int, what: str, *values: Any) -> Any:
    """A case of a row: shown as "row07: day first", say."""
    return pytest.param(*values, id=f"row{number:02}: {what}", marks=pytest.mark.row(number))


def without(field: str) -> dict[str, Any]:
    document = person()
    del document[field]
    return document


def ignoring(text: str | bytes) -> bytes:
    """A person's document with a field of no meaning that has this text as its value."""
    raw = text if isinstance(text, bytes) else text.encode()
    return to_bytes(person())[:-1] + b', "x": ' + raw + b"}"


def spelled(**fields: str) -> bytes:
    """A person's document in which these fields are replaced by JSON text as it is given."""
    document = {name: to_bytes(value) for name, value in person().items()} | {n: t.encode() for n, t in fields.items()}
    return b"{" + b",".join(b'"%s":%s' % (name.encode(), value) for name, value in document.items()) + b"}"


def padded(size: int) -> bytes:
    """A person's document of exactly that many bytes."""
    document = ignoring('""')
    return document[:-2] + b"x" * (size - len(document)) + document[-2:]
