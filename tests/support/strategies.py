"""Hypothesis' strategies for documents and terms of the API: mostly valid, often at a border, oddly spelled."""

import json
from typing import Any

from hypothesis import strategies as st

from support.model import Draft

characters = st.characters(exclude_categories=["Cs", "Cn"])
plain_text = st.text(characters, max_size=12)


def text_of(longest: int) -> st.SearchStrategy[str]:
    """Valid text of a field of at most so many characters, some of it of exactly so many."""
    usual = st.text(characters.filter(lambda c: c != "\0"), min_size=1, max_size=min(longest, 12))
    longest_text = st.builds(str.__mul__, st.sampled_from("aé😀\U0010ffff ß"), st.just(longest))
    return usual | usual | longest_text


def bad_text(longest: int) -> st.SearchStrategy[str]:
    """Empty, too long by one, or holding U+0000."""
    too_long = st.builds(str.__mul__, st.sampled_from("aé😀\U0010ffff ß"), st.just(longest + 1))
    return st.just("") | too_long | plain_text.map(lambda text: text + "\0")


numbers = st.one_of(
    st.integers(-(2**63), 2**64 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0, -1, 2**63 - 1, -(2**63), 2**64 - 1]),
)
scalars = st.one_of(st.none(), st.booleans(), numbers, plain_text)
any_json = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(plain_text, inner, max_size=3),
    max_leaves=6,
)

valid_dates = st.dates().map(lambda day: day.isoformat())
other_dates = st.one_of(
    st.builds("{:04}-{:02}-{:02}".format, st.integers(0, 10000), st.integers(0, 13), st.integers(0, 32)),
    st.sampled_from(["", "2000-1-1", " 2000-01-01", "2000-01-01 ", "12-12-2000", "٢٠٠٠-01-01", "2000-02-29"]),
)

VALID = {
    "apelido": text_of(32),
    "nome": text_of(100),
    "nascimento": valid_dates,
    "stack": st.none() | st.lists(text_of(32), max_size=6),
}
OTHER = {
    "apelido": bad_text(32) | any_json,
    "nome": bad_text(100) | any_json,
    "nascimento": other_dates | any_json,
    "stack": st.lists(bad_text(32) | text_of(32), max_size=3) | st.lists(text_of(32) | any_json) | any_json,
}

name = st.sampled_from(list(VALID))


@st.composite
def members(draw: st.DrawFn) -> list[tuple[str, Any]]:
    """The members of an object: those of a person in any order, but for up to two changes."""
    pairs = [(field, draw(value)) for field, value in VALID.items()]
    for change in draw(st.lists(st.sampled_from(["none", "drop", "value", "name", "again", "other"]), max_size=2)):
        field = draw(name)
        if change == "drop":
            pairs = [pair for pair in pairs if pair[0] != field]
        elif change == "value":
            pairs = [(key, draw(OTHER[field]) if key == field else value) for key, value in pairs]
        elif change == "name":
            pairs = [(key.upper() if key == field else key, value) for key, value in pairs]
        elif change == "again":
            pairs.append((field, draw(VALID[field] | OTHER[field])))
        elif change == "other":
            pairs.append((draw(plain_text), draw(any_json)))
    return draw(st.permutations(pairs))


def spell_text(draw: st.DrawFn, text: str) -> str:
    """A JSON string, with some characters escaped that need not be."""
    how = draw(st.integers(0, 3))
    if how:
        return json.dumps(text, ensure_ascii=how == 1)
    units = text.encode("utf-16-be")
    pairs = (f"{units[at]:02x}{units[at + 1]:02X}" for at in range(0, len(units), 2))
    return '"' + "".join(f"\\u{pair}" for pair in pairs) + '"'


def spell(draw: st.DrawFn, value: Any) -> str:
    blank = draw(st.sampled_from(["", "", "", " ", "\n\t"]))
    if isinstance(value, str):
        return spell_text(draw, value)
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(blank + spell(draw, item) for item in value) + blank + "]"
    if isinstance(value, dict):
        return spell_object(draw, list(value.items()))
    return json.dumps(value)


def spell_object(draw: st.DrawFn, pairs: list[tuple[str, Any]]) -> str:
    blank = draw(st.sampled_from(["", "", " ", "\r\n"]))
    return "{" + ",".join(f"{blank}{spell_text(draw, k)}{blank}:{spell(draw, v)}" for k, v in pairs) + blank + "}"


@st.composite
def bodies(draw: st.DrawFn) -> bytes:
    """A person's document, or one that nearly is; a few are damaged in a byte."""
    body = spell_object(draw, draw(members())).encode()
    if draw(st.sampled_from(["whole", "whole", "whole", "damaged"])) == "whole":
        return body
    at = draw(st.integers(0, len(body)))
    insert = draw(st.sampled_from([b"", b'"', b",", b"\\", b"\xff", b"\0", b"]", b"1e999", b"\xed\xa0\x80"]))
    return body[:at] + insert + body[at + draw(st.integers(0, 1)) :]


# Characters that fold to themselves, to others, to several; that look alike; that mean something to a database.
tricky = st.sampled_from("aAbB sSßẞſiIıİ\u0307éÉe\u0301σΣςΟﬁ\u212akK%_\\*'\"(\x01\x02\x03\x04+#語😀𐐀𐐨ᾳαΙ,[]\ufffd")
tricky_text = st.text(tricky, min_size=1, max_size=8)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """Persons of few different characters, so that terms are found in several ways."""
    stack = draw(st.none() | st.lists(tricky_text, max_size=3).map(tuple))
    return Draft(draw(tricky_text), draw(tricky_text), "2000-01-01", stack)


@st.composite
def terms(draw: st.DrawFn, of: Draft) -> str:
    """A part of a field as it is or in another case, a piece across two fields, or any text."""
    fields = list(of.fields)
    how = draw(st.integers(0, 5))
    if how == 0:
        return draw(tricky_text)
    text = "".join(fields) if how == 1 else draw(st.sampled_from(fields))
    begin = draw(st.integers(0, len(text) - 1))
    part = text[begin : draw(st.integers(begin + 1, len(text)))]
    change = draw(st.sampled_from([str, str.upper, str.lower, str.swapcase, str.casefold]))
    return change(part)
