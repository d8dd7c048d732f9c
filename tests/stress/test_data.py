"""The generated data: always the same, of the mix that the stress test's contract wants."""

import hashlib
import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from stress_test import data

# What everybody must get, on every version of Python.
HASHES = {
    "payloads.jsonl": "68e2351fc16ecf53ee1bbadec50d557f2d8bfd07a88d24d1f33653656c906576",
    "terms.txt": "c402919c96d4ffd38aaa7246449ff918b0dd32de62e6219677d64ba5d7e5b571",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    data.write(folder)
    return folder


@pytest.fixture(scope="module")
def lines(folder: Path) -> list[str]:
    return data.read_payloads(folder)


@pytest.fixture(scope="module")
def persons(lines: list[str]) -> list[dict]:
    return [json.loads(line) for line in lines]


@pytest.fixture(scope="module")
def terms(folder: Path) -> list[str]:
    return (folder / data.TERMS_FILE).read_text().splitlines()


def share(of: list, wanted) -> float:
    return sum(map(wanted, of)) / len(of)


def test_the_files_are_the_same_for_everybody(folder: Path):
    hashes = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in HASHES}
    assert hashes == HASHES


def test_another_seed_gives_other_data():
    assert list(data.payloads(10, 1)) != list(data.payloads(10, 2))
    assert list(data.terms(10, 1)) != list(data.terms(10, 2))


def test_fewer_are_the_first_of_more(lines: list[str]):
    assert list(data.payloads(100)) == lines[:100]


def test_there_are_as_many_as_the_contract_says(lines: list[str], terms: list[str]):
    assert (len(lines), len(terms)) == (100_000, 5_000)


def test_each_payload_has_the_four_fields(persons: list[dict]):
    assert {tuple(person) for person in persons} == {("apelido", "nome", "nascimento", "stack")}


def test_apelidos_are_of_1_to_32_letters_or_of_35(persons: list[dict]):
    apelidos = [person["apelido"] for person in persons]
    assert all(re.fullmatch("[A-Za-z]+", apelido) for apelido in apelidos)
    assert set(map(len, apelidos)) == {*range(1, 33), 35}
    assert share(apelidos, lambda apelido: len(apelido) == 35) == pytest.approx(1 / 99, rel=0.1)
    assert share(apelidos, lambda apelido: len(apelido) == 1) == pytest.approx(1 / 32, rel=0.1)


def test_names_are_of_1_to_100_letters_and_blanks_or_of_120(persons: list[dict]):
    names = [person["nome"] for person in persons]
    assert all(re.fullmatch("[A-Za-z ]+", name) for name in names)
    assert set(map(len, names)) == {*range(1, 101), 120}
    assert share(names, lambda name: len(name) == 120) == pytest.approx(1 / 99, rel=0.1)
    assert " " in names


def test_birthdays_have_a_month_13_and_days_to_29(persons: list[dict]):
    birthdays = [person["nascimento"] for person in persons]
    parts = [tuple(map(int, text.split("-"))) for text in birthdays if re.fullmatch(r"\d{4}-\d\d-\d\d", text)]
    assert len(parts) / len(persons) == pytest.approx(1 - 1 / 99, rel=0.01)
    years, months, days = map(set, zip(*parts, strict=True))
    assert (years, months, days) == ({*range(1940, 2021)}, {*range(1, 14)}, {*range(1, 30)})
    assert share(parts, lambda date: date[1] == 13) == pytest.approx(1 / 13, rel=0.1)
    assert any(month == 2 and day == 29 and year % 4 for year, month, day in parts)


def test_bad_birthdays_are_json_texts_in_quotes(persons: list[dict]):
    bad = Counter(text for person in persons if not re.fullmatch(r"\d{4}-\d\d-\d\d", text := person["nascimento"]))
    assert bad.keys() == {'"12-12-2000"', "null", "10", '"?!?!?"'}
    assert bad.total() / len(persons) == pytest.approx(1 / 99, rel=0.1)


def test_stacks_are_null_or_of_1_to_26_of_25_names(persons: list[dict]):
    stacks = [person["stack"] for person in persons]
    assert share(stacks, lambda stack: stack is None) == pytest.approx(1 / 14, rel=0.1)
    good = [stack for stack in stacks if isinstance(stack, list) and stack != ["1" * 40]]
    assert set(map(len, good)) == {*range(1, 27)}
    names = {name for stack in good for name in stack}
    assert names == set(data.SKILLS)
    assert len(names) == 25
    assert {"C#", "C++"} < names
    assert any(len(set(stack)) < len(stack) for stack in good)


def test_bad_stacks_have_the_wrong_type_or_a_name_too_long(persons: list[dict]):
    bad = Counter(json.dumps(stack) for person in persons if (stack := person["stack"]) in (["1" * 40], "string", 1))
    assert len(bad) == 3
    assert bad.total() / len(persons) == pytest.approx(1 / 99, rel=0.1)


def test_fields_are_bad_independently(persons: list[dict]):
    both = share(persons, lambda person: len(person["apelido"]) == 35 and len(person["nome"]) == 120)
    assert 0 < both < 5 / 99**2


def test_terms_are_of_1_to_50_letters_and_blanks_and_stripped(terms: list[str]):
    assert all(re.fullmatch("[A-Za-z ]{1,50}", term) and term == term.strip() for term in terms)
    assert {1, 50} <= set(map(len, terms))
    assert any(" " in term for term in terms)


def test_a_term_of_blanks_alone_is_drawn_anew():
    assert all(islice(data.terms(20_000, 3), 20_000))
