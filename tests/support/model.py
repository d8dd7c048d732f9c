"""The rules of docs/api/contract.md, written down a second time: what the server should make of a body or a term.

Written from the contract alone, with nothing of Python's own leniency left in: rows are numbered as there.
"""

import json
import math
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

MAX_BODY = 64 * 1024
MAX_DEPTH = 1024
SEARCH_LIMIT = 50

# The standard decoder recurses, once or twice a level.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 8 * MAX_DEPTH))


@dataclass(frozen=True)
class Draft:
    apelido: str
    nome: str
    nascimento: str
    stack: tuple[str, ...] | None

    @property
    def fields(self) -> Iterable[str]:
        return (self.apelido, self.nome, *(self.stack or ()))

    def as_read(self, id: str) -> dict[str, Any]:
        """The person as GET answers it."""
        stack = None if self.stack is None else list(self.stack)
        return {"id": id, "apelido": self.apelido, "nome": self.nome, "nascimento": self.nascimento, "stack": stack}


@dataclass(frozen=True)
class Refusal(Exception):
    status: int
    why: str


def malformed(why: str) -> Refusal:
    return Refusal(400, why)


def unprocessable(why: str) -> Refusal:
    return Refusal(422, why)


def judge(body: bytes) -> Draft:
    """The draft in an acceptable body; raises Refusal. That the apelido may be taken is not considered."""
    if len(body) > MAX_BODY:
        raise Refusal(413, "row 20")
    document = parse_json(body)
    if not isinstance(document, Object):
        raise malformed("row 6")
    fields: dict[str, Any] = dict(document.members)  # the last one of a name counts: row 18
    found: list[Refusal] = []
    for check in (check_text("apelido", 32), check_text("nome", 100), check_nascimento, check_stack):
        try:
            check(fields)
        except Refusal as refusal:
            found.append(refusal)
    if found:
        raise min(found, key=lambda refusal: refusal.status)  # row 13
    stack = fields.get("stack")
    return Draft(fields["apelido"], fields["nome"], fields["nascimento"], None if stack is None else tuple(stack))


def check_text(name: str, longest: int):
    def check(fields: dict[str, Any]) -> None:
        value = fields.get(name)
        if value is None:
            raise unprocessable(f"row 1, {name}")
        if not isinstance(value, str):
            raise malformed(f"row 2, {name}")
        check_length(name, value, longest)

    return check


def check_length(name: str, value: str, longest: int) -> None:
    if len(value) > longest:
        raise unprocessable(f"row 9, {name}")
    if not value:
        raise unprocessable(f"row 10, {name}")
    if "\0" in value:
        raise unprocessable(f"row 11, {name}")


def check_nascimento(fields: dict[str, Any]) -> None:
    value = fields.get("nascimento")
    if value is None:
        raise unprocessable("row 1, nascimento")
    if not isinstance(value, str):
        raise malformed("row 2, nascimento")
    if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise malformed("row 7")
    try:
        date(*map(int, value.split("-")))
    except ValueError:
        raise malformed("row 8") from None


def check_stack(fields: dict[str, Any]) -> None:
    value = fields.get("stack")
    if value is None:
        return  # row 14
    if not isinstance(value, list):
        raise malformed("row 3")
    if not all(isinstance(item, str) for item in value):
        raise malformed("row 4")
    for item in value:
        check_length("stack", item, 32)


@dataclass(frozen=True)
class Object:
    """A JSON object as it was written: its members in order, repeated names and all."""

    members: list[tuple[str, Any]]


def parse_json(body: bytes) -> Any:
    """Row 5. Integers are those of 64 bits, with or without a sign: what is outside is out of the parser's range."""

    def integer(text: str) -> int:
        value = int(text) if len(text) < 25 else 2**64
        if not -(2**63) <= value < 2**64:
            raise malformed("row 5, an integer out of range")
        return value

    def real(text: str) -> float:
        value = float(text)
        if math.isinf(value):
            raise malformed("row 5, a number out of range")
        return value

    def constant(_: str) -> None:
        raise malformed("row 5, not JSON")

    try:
        text = body.decode("utf-8")  # strict: no surrogates, nothing over-long
    except UnicodeDecodeError:
        raise malformed("row 5, not UTF-8") from None
    if depth(text) > MAX_DEPTH:
        raise malformed("row 5, too deep")
    try:
        document = json.loads(
            text, object_pairs_hook=Object, parse_int=integer, parse_float=real, parse_constant=constant
        )
    except json.JSONDecodeError:
        raise malformed("row 5, not JSON") from None
    if has_surrogate(document):
        raise malformed("row 5, a lone surrogate")
    return document


def depth(text: str) -> int:
    """How deep arrays and objects are nested, in text that may not be JSON."""
    deepest = level = 0
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', text, re.DOTALL):
        if token[0] in "[{":
            level += 1
            deepest = max(deepest, level)
        elif token[0] in "]}":
            level -= 1
    return deepest


def has_surrogate(value: Any) -> bool:
    if isinstance(value, str):
        return any("\ud800" <= c <= "\udfff" for c in value)
    if isinstance(value, Object):
        return any(has_surrogate(name) or has_surrogate(item) for name, item in value.members)
    if isinstance(value, list):
        return any(has_surrogate(item) for item in value)
    return False


def matches(term: str, draft: Draft) -> bool:
    """Rows 25 to 28."""
    folded = term.casefold()
    return any(folded in field.casefold() for field in draft.fields)


def search(term: str, created: Iterable[tuple[str, Draft]]) -> list[str]:
    """The ids that a search answers, of persons given as (id, draft) in any order: row 32."""
    return sorted(id for id, draft in created if matches(term, draft))[:SEARCH_LIMIT]


def read_term(query: bytes) -> str:
    """The term in a raw query string, without its `?`: rows 23, 24, 30, 31; raises Refusal."""
    for part in query.split(b"&"):
        name, _, value = part.partition(b"=")
        if decoded_or_none(name) == b"t":
            term = decoded_or_none(value)
            if term is None:
                raise malformed("row 31, percent encoding")
            if not term:
                raise malformed("row 23")
            try:
                text = term.decode("utf-8")
            except UnicodeDecodeError:
                raise malformed("row 31, not UTF-8") from None
            if "\0" in text:
                raise malformed("row 31, U+0000")
            return text
    raise malformed("row 23")


def decoded_or_none(text: bytes) -> bytes | None:
    if re.search(rb"%(?![0-9A-Fa-f]{2})", text):
        return None
    return re.sub(rb"%([0-9A-Fa-f]{2})", lambda m: bytes([int(m[1], 16)]), text.replace(b"+", b" "))
