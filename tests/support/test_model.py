"""The model itself: each rule has a case that would show it gone."""

import json

import pytest

from support import model
from support.json import cases

PERSON = {"apelido": "ana", "nome": "Ana Barbosa", "nascimento": "1985-09-23", "stack": ["C#"]}


def status(body: bytes | dict) -> int:
    try:
        model.judge(body if isinstance(body, bytes) else json.dumps(body).encode())
    except model.Refusal as refusal:
        return refusal.status
    return 201


def ignored(json_text: str) -> bytes:
    return json.dumps(PERSON)[:-1].encode() + b', "x": ' + json_text.encode() + b"}"


@pytest.mark.parametrize("field", ["apelido", "nome", "nascimento"])
@pytest.mark.parametrize(("value", "expected"), [(None, 422), (1, 400), (True, 400), ([], 400), ({}, 400)])
def test_types_of_required_fields(field, value, expected):
    assert status(PERSON | {field: value}) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1e999", 400),
        ("NaN", 400),
        ("Infinity", 400),
        ("-Infinity", 400),
        ("01", 400),
        ("1.", 400),
        ("'a'", 400),
        (r'"\ud800"', 400),
        (r'{"\udc00": 1}', 400),
        (r'"\ud83d\ude00"', 201),
        ('"\t"', 400),
        (r'"\x"', 400),
        ("18446744073709551615", 201),
        ("18446744073709551616", 400),
        ("-9223372036854775808", 201),
        ("-9223372036854775809", 400),
        ("1" * 30, 400),
        ("1e-999", 201),
        ("[1,]", 400),
        ("\u00a01", 400),
        ("[" * 1023 + "]" * 1023, 201),
        ("[" * 1024 + "]" * 1024, 400),
        (r'"\u0000"', 201),
        (r'"[[\"]["', 201),
    ],
)
def test_json_in_an_ignored_field(text, expected):
    assert status(ignored(text)) == expected


@pytest.mark.parametrize("case", cases.load(), ids=lambda case: case.name)
def test_the_suite_of_json_texts(case):
    assert status(json.dumps(PERSON)[:-1].encode() + b', "x":' + case.text + b"}") == (201 if case.is_accepted else 400)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"\xef\xbb\xbf{}",
        b'{"a":"\xff"}',
        b'{"a":"\xed\xa0\x80"}',
        json.dumps(PERSON).encode() + b"x",
        b"[]",
        b"null",
        b'"x"',
    ],
)
def test_bodies_that_are_no_object(body):
    assert status(body) == 400


@pytest.mark.parametrize(
    ("nascimento", "expected"),
    [
        ("2000-02-29", 201),
        ("1900-02-29", 400),
        ("0001-01-01", 201),
        ("9999-12-31", 201),
        ("0000-01-01", 400),
        ("2023-02-30", 400),
        ("2000-1-1", 400),
        (" 2000-01-01", 400),
        ("2000-01-01\n", 400),
        ("٢٠٠٠-01-01", 400),
        ("", 400),
    ],
)
def test_dates(nascimento, expected):
    assert status(PERSON | {"nascimento": nascimento}) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"apelido": "é" * 32}, 201),
        ({"apelido": "é" * 33}, 422),
        ({"nome": "😀" * 100}, 201),
        ({"nome": "😀" * 101}, 422),
        ({"stack": ["é" * 32]}, 201),
        ({"stack": ["é" * 33]}, 422),
        ({"stack": [""]}, 422),
        ({"apelido": ""}, 422),
        ({"nome": "a\0b"}, 422),
        ({"stack": ["\0"]}, 422),
        ({"stack": [None]}, 400),
        ({"stack": "a"}, 400),
        ({"stack": {}}, 400),
        ({"apelido": "", "nome": 1}, 400),
        ({"apelido": None, "stack": [1]}, 400),
        ({"nome": " "}, 201),
        ({"stack": []}, 201),
        ({"stack": None}, 201),
    ],
)
def test_rules_of_fields(change, expected):
    assert status(PERSON | change) == expected


def test_the_last_of_a_field_given_twice_counts():
    body = b'{"apelido":1,"nome":"n","nascimento":"2000-01-01","apelido":"a"}'
    assert model.judge(body) == model.Draft("a", "n", "2000-01-01", None)


def test_a_body_over_the_limit():
    assert status(b" " * (model.MAX_BODY - len(ignored("1"))) + ignored("1")) == 201
    assert status(b" " * (model.MAX_BODY + 1 - len(ignored("1"))) + ignored("1")) == 413


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (b"t=a", "a"),
        (b"t=+", " "),
        (b"%74=x", "x"),
        (b"x=%zz&t=a", "a"),
        (b"t=a&t=b", "a"),
        (b"t=%C3%A9", "é"),
        ("t=é".encode(), "é"),
        (b"t=a=b", "a=b"),
        (b"t=%2B", "+"),
        (b"", 400),
        (b"t", 400),
        (b"t=", 400),
        (b"t=&t=x", 400),
        (b"x=1", 400),
        (b"t=%zz", 400),
        (b"t=%f", 400),
        (b"t=%ff", 400),
        (b"t=%00", 400),
        (b"T=a", 400),
    ],
)
def test_terms(query, expected):
    try:
        found = model.read_term(query)
    except model.Refusal as refusal:
        found = refusal.status
    assert found == expected


def test_searching():
    straße = model.Draft("a", "Straße", "2000-01-01", ("x", "y"))
    assert model.matches("STRASSE", straße)
    assert not model.matches("xy", straße)
    assert not model.matches("eX", straße)
    assert not model.matches("jose", model.Draft("José", "n", "2000-01-01", None))
    assert model.search("x", [(f"{n:02}", straße) for n in range(60, 0, -1)]) == [f"{n:02}" for n in range(1, 51)]
