"""The expected maximum, on small files made by hand, and against the tests' own model of the contract."""

import json
from itertools import count, islice

import pytest

from stress_test import data, expected
from support.model import Refusal, judge

_numbers = count()


def person(**fields: object) -> str:
    """An acceptable payload of an apelido of its own, but for these fields; Ellipsis leaves one out."""
    whole = {"apelido": f"a{next(_numbers)}", "nome": "Ana", "nascimento": "2000-02-29", "stack": ["C#"]} | fields
    return json.dumps({name: value for name, value in whole.items() if value is not ...})


ACCEPTED = {
    "lone blanks": person(nome=" "),
    "an apelido of a blank": person(apelido=" "),
    "blanks around": person(nome=" Ana "),
    "the longest": person(apelido="a" * 32, nome="b" * 100, stack=["c" * 32]),
    "the longest in code points": person(apelido="😀" * 32, nome="é" * 100),
    "no stack": person(stack=...),
    "null": person(stack=None),
    "an empty stack": person(stack=[]),
    "29 February of a leap year": person(nascimento="2020-02-29"),
    "29 February of 2000": person(nascimento="2000-02-29"),
    "the first day": person(nascimento="0001-01-01"),
    "the last day": person(nascimento="9999-12-31"),
    "an unknown field": person(idade=[1, None]),
    "U+0000 in an unknown field": person(outro="\0"),
    "the last of two": '{"apelido":1,"nome":"Ana","nascimento":"2000-01-01","apelido":"last of two"}',
    "a number in range, ignored": person(outro=1e300),
}

REFUSED = {
    "month 13": person(nascimento="2000-13-01"),
    "month 0": person(nascimento="2000-00-01"),
    "day 0": person(nascimento="2000-01-00"),
    "day 32": person(nascimento="2000-01-32"),
    "31 April": person(nascimento="2000-04-31"),
    "29 February of a common year": person(nascimento="2019-02-29"),
    "29 February of 1900": person(nascimento="1900-02-29"),
    "year 0": person(nascimento="0000-01-01"),
    "the other way round": person(nascimento="12-12-2000"),
    "one digit": person(nascimento="2000-1-1"),
    "other digits": person(nascimento="２000-01-01"),
    "a blank before": person(nascimento=" 2000-01-01"),
    "a line feed behind": person(nascimento="2000-01-01\n"),
    "no date at all": person(nascimento='"?!?!?"'),
    "nascimento a number": person(nascimento=10),
    "nascimento null": person(nascimento=None),
    "no nascimento": person(nascimento=...),
    "no apelido": person(apelido=...),
    "apelido null": person(apelido=None),
    "apelido a number": person(apelido=1),
    "apelido a boolean": person(apelido=True),
    "apelido an array": person(apelido=["ana"]),
    "apelido empty": person(apelido=""),
    "apelido too long": person(apelido="a" * 33),
    "apelido with U+0000": person(apelido="a\0b"),
    "nome null": person(nome=None),
    "nome an object": person(nome={}),
    "nome empty": person(nome=""),
    "nome too long": person(nome="a" * 101),
    "nome with U+0000": person(nome="\0"),
    "stack a string": person(stack="string"),
    "stack a number": person(stack=1),
    "stack false": person(stack=False),
    "stack an object": person(stack={}),
    "an item a number": person(stack=["C#", 1]),
    "an item null": person(stack=[None]),
    "an item empty": person(stack=[""]),
    "an item too long": person(stack=["1" * 33]),
    "an item with U+0000": person(stack=["C\0"]),
    "an array": "[]",
    "a string": '"apelido"',
    "null for a person": "null",
    "empty": "",
    "cut short": person()[:-1],
    "followed by text": person() + "x",
    "a byte order mark": "\ufeff" + person(),
    "a lone surrogate": person(nome="\ud800"),
    "a lone surrogate, ignored": person(outro="\ud800"),
    "NaN, ignored": person(outro=float("nan")),
    "the last of two is bad": '{"apelido":"x","nome":"Ana","nascimento":"2000-01-01","apelido":1}',
}


@pytest.mark.parametrize("payload", ACCEPTED.values(), ids=ACCEPTED)
def test_is_accepted(payload: str):
    assert expected.maximum([payload], 1) == 1


@pytest.mark.parametrize("payload", REFUSED.values(), ids=REFUSED)
def test_is_refused(payload: str):
    assert expected.maximum([payload], 1) == 0


def test_the_first_of_two_with_an_apelido_has_it():
    assert expected.maximum([person(apelido="ana"), person(apelido="ana", nome="Outra"), person(apelido="ANA")], 3) == 2


def test_a_refused_person_takes_no_apelido():
    assert expected.maximum([person(apelido="ana", stack=1), person(apelido="ana")], 2) == 1


def test_an_apelido_is_compared_without_normalisation():
    assert expected.maximum([person(apelido="é"), person(apelido="e\u0301")], 2) == 2


def test_the_file_is_read_circularly_so_that_a_payload_comes_again_as_a_duplicate():
    payloads = [person(), person(), person(stack=1)]
    assert [expected.maximum(payloads, creations) for creations in (0, 1, 2, 3, 4, 300)] == [0, 1, 2, 2, 2, 2]


def is_accepted_by_model(payload: str) -> bool:
    try:
        judge(payload.encode("utf-8", "surrogatepass"))
    except Refusal:
        return False
    return True


def test_another_reading_of_the_contract_comes_to_the_same():
    generated = list(islice(data.payloads(), 20_000))
    for payload in [*ACCEPTED.values(), *REFUSED.values(), *generated]:
        assert expected.maximum([payload], 1) == is_accepted_by_model(payload), payload
