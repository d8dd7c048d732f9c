"""Terms are of their length, and matched or not by what they are cut from; a wrong answer is a fault."""

import itertools
import random
from string import ascii_letters
from urllib.parse import parse_qs, urlsplit

import pytest

from support.load import Fate
from support.searches import LENGTHS, STRANGE, SYMBOLS_NOWHERE, SYMBOLS_THERE, Length, cut, is_fault, search, strange

NAMES = ["".join(random.Random(n).choices(ascii_letters + " ", k=60)) for n in range(20)]


def lengths(terms) -> set[int]:
    return {len(term) for term in terms}


def test_the_classes_are_told_as_people_read_them():
    assert [str(each) for each in LENGTHS] == ["1 to 2", "3 to 5", "6 to 10", "more than 10"]


def test_the_classes_leave_no_length_out():
    assert [n for each in LENGTHS for n in range(each.least, each.most + 1)] == list(range(1, 51))


@pytest.mark.parametrize("each", LENGTHS, ids=str)
def test_what_is_cut_is_a_part_of_a_text_and_of_any_length_of_the_class(each):
    terms = cut(NAMES, each, 1000, random.Random(1))
    assert len(terms) == 1000
    assert all(any(term in name for name in NAMES) for term in terms)
    assert lengths(terms) == set(range(each.least, each.most + 1))


def test_it_is_cut_anywhere():
    text = "abc"
    assert set(cut([text], Length(1, 3), 200, random.Random(1))) == {"a", "b", "c", "ab", "bc", "abc"}


@pytest.mark.parametrize("each", LENGTHS, ids=str)
def test_what_is_strange_is_of_any_length_of_the_class_and_short_ones_have_a_strange_letter(each):
    terms = list(itertools.islice(strange(each, random.Random(1)), 1000))
    assert lengths(terms) == set(range(each.least, each.most + 1))
    assert all(len(term) > 5 or set(term) & set(STRANGE) for term in terms)


def test_symbols_have_no_letter_and_those_of_like_are_among_them():
    assert not any(c.isalnum() for term in SYMBOLS_THERE + SYMBOLS_NOWHERE for c in term)
    assert {"%", "_", "\\", "%_"} < set(SYMBOLS_NOWHERE)


@pytest.mark.parametrize("term", ["%_", "+-", "a b", "é&t=x"])
def test_a_term_is_asked_for_as_it_is(term):
    request = search(term)
    target = request.data.split(b" ")[1].decode()
    assert parse_qs(urlsplit(target).query) == {"t": [term]}
    assert request.document == term


@pytest.mark.parametrize(
    ("fate", "status", "body", "matches", "fault"),
    [
        (Fate.ANSWERED, 200, b'[{"id":"x"}]', True, False),
        (Fate.ANSWERED, 200, b"[]", False, False),
        (Fate.ANSWERED, 200, b"[]", True, True),
        (Fate.ANSWERED, 200, b'[{"id":"x"}]', False, True),
        (Fate.ANSWERED, 503, b"{}", True, True),
        (Fate.ANSWERED, 503, b"[]", False, True),
        (Fate.UNKNOWN, 0, b"", True, True),
        (Fate.UNKNOWN, 200, b"[]", False, True),
    ],
)
def test_all_but_the_right_answer_is_a_fault(fate, status, body, matches, fault):
    request = search("x")
    request.fate, request.status, request.body = fate, status, body
    assert is_fault(request, matches) is fault
