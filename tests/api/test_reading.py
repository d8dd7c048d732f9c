"""GET /pessoas/<id>, GET /pessoas?t= and GET /contagem-pessoas: rows 21 to 33."""

from urllib.parse import quote

import pytest

from api.tables import row, without
from support.api import Api, person, unique
from support.model import Draft, matches

UNKNOWN = "018f8e1c-7b1a-7c3e-9d55-0242ac120002"


@pytest.mark.row(21)
def test_a_uuid_in_upper_case_is_the_same_person(api: Api):
    id = api.create()
    assert api.read(id.upper()) == api.read(id)


@pytest.mark.parametrize(
    "make",
    [
        row(22, "unknown", lambda id: UNKNOWN),
        row(22, "nil", lambda id: "0" * 8 + "-0000-0000-0000-" + "0" * 12),
        row(22, "in braces", lambda id: f"{{{id}}}"),
        row(22, "bare digits", lambda id: id.replace("-", "")),
        row(22, "a URN", lambda id: f"urn:uuid:{id}"),
        row(22, "a character short", lambda id: id[:-1]),
        row(22, "a character more", lambda id: id + "0"),
        row(22, "not a digit", lambda id: id[:-1] + "g"),
        row(22, "a hyphen at the wrong place", lambda id: id[:7] + "-" + id[7] + id[9:]),
        row(22, "36 digits", lambda id: id.replace("-", "0")),
        row(22, "other text", lambda id: "1"),
        row(22, "a word", lambda id: "ana"),
        row(22, "encoded blanks around", lambda id: f"%20{id}"),
        row(22, "encoded UTF-8", lambda id: "%C3%A9"),
        row(22, "with an encoded slash", lambda id: f"..%2F{id}"),
    ],
)
def test_what_is_no_known_uuid_is_404(api: Api, make):
    assert api.get("/pessoas/" + make(api.create())).status == 404


@pytest.mark.row(22)
def test_parameters_beside_an_id_are_ignored(api: Api):
    id = api.create()
    assert api.get(f"/pessoas/{id}?t=x&%zz").json()["id"] == id


@pytest.mark.parametrize(
    "target",
    [
        row(23, "no query", b"/pessoas"),
        row(23, "empty query", b"/pessoas?"),
        row(23, "another parameter", b"/pessoas?x=1"),
        row(23, "t without a value", b"/pessoas?t"),
        row(23, "t empty", b"/pessoas?t="),
        row(23, "the first t empty", b"/pessoas?t=&t=x"),
        row(23, "T in upper case", b"/pessoas?T=x"),
        row(23, "tt", b"/pessoas?tt=x"),
        row(23, "a value only", b"/pessoas?=t"),
        row(31, "% alone", b"/pessoas?t=%"),
        row(31, "% and one digit", b"/pessoas?t=a%4"),
        row(31, "% and no digits", b"/pessoas?t=%zz"),
        row(31, "%u", b"/pessoas?t=%u00e9"),
        row(31, "not UTF-8", b"/pessoas?t=%FF"),
        row(31, "UTF-8 cut short", b"/pessoas?t=%C3"),
        row(31, "over-long UTF-8", b"/pessoas?t=%C0%AF"),
        row(31, "an encoded surrogate", b"/pessoas?t=%ED%A0%80"),
        row(31, "raw bytes that are not UTF-8", b"/pessoas?t=\xff"),
        row(31, "U+0000", b"/pessoas?t=%00"),
        row(31, "U+0000 within", b"/pessoas?t=a%00b"),
    ],
)
def test_no_usable_term_is_400(api: Api, target):
    answer = api.get(target)
    assert answer.status == 400, answer


# the person's apelido, the raw query that must find it; * stands for a string that only this person has
FOUND_BY = [
    row(23, "a term of one blank", "* x", "t=+"),
    row(24, "parameters before", "*", "pagina=0&t=*"),
    row(24, "parameters behind", "*", "t=*&x=y&t="),
    row(24, "a broken parameter before", "*", "x=%zz&t=*"),
    row(24, "a broken parameter behind", "*", "t=*&x=%zz&%"),
    row(24, "the first t counts", "*", "t=*&t=nobody-has-this"),
    row(24, "the name encoded", "*", "%74=*"),
    row(24, "empty parameters", "*", "&&t=*&"),
    row(24, "= in the value", "*=1", "t=*=1"),
    row(24, "? in the value", "*?1", "t=*?1"),
    row(24, "; does not separate", "*;t", "t=*;t"),
    row(26, "percent sign", "*%", "t=*%25"),
    row(26, "underscore", "*_", "t=*_"),
    row(26, "backslash", "*\\", "t=*%5C"),
    row(26, "asterisk", "**", "t=*%2A"),
    row(26, "parenthesis", "*(", "t=*("),
    row(26, "apostrophe", "*'", "t=*'"),
    row(26, "quote", '*"', "t=*%22"),
    row(26, "brackets", "*[a]", "t=*[A]"),
    row(26, "NEAR and AND", "* AND x", "t=*+AND+x"),
    row(30, "+ is a blank", "* x", "t=*+x"),
    row(30, "%20 is a blank", "* x", "t=*%20x"),
    row(30, "%2B is a plus", "*+x", "t=*%2Bx"),
    row(30, "%23", "*C#", "t=*c%23"),
    row(30, "%26", "*&x", "t=*%26x"),
    row(30, "encoded UTF-8", "*é", "t=*%C3%A9"),
    row(30, "digits in lower case", "*é", "t=*%c3%a9"),
    row(30, "raw UTF-8", "*é", "t=*é"),
    row(30, "raw UTF-8 of four bytes", "*😀", "t=*😀"),
    row(30, "a control character", "*\x01", "t=*%01"),
]


@pytest.mark.parametrize(("apelido", "raw"), FOUND_BY)
def test_found_by(api: Api, apelido, raw):
    mark = unique()
    id = api.create(apelido=apelido.replace("*", mark, 1))
    found = api.search_raw(raw.replace("*", mark, 1).encode())
    if mark in raw.replace("*", mark, 1):
        assert [person["id"] for person in found] == [id]
    else:
        assert found


@pytest.mark.parametrize(
    ("apelido", "raw"),
    [
        row(26, "% is not any text", "*abc", "t=*%25"),
        row(26, "_ is not any character", "*a", "t=*_"),
        row(26, "* is not any text", "*a", "t=*%2A"),
        row(26, ". is not any character", "*a", "t=*."),
        row(26, "\\ escapes nothing", "*%", "t=*%5C%25"),
        row(26, '" quotes nothing', "*a", "t=%22*a%22"),
        row(26, "words are not looked for one by one", "* a b", "t=*+b"),
        row(26, "a quote does not end the term", "*'", "t=*'+OR+'1'='1"),
        row(30, "+ is not a plus", "*+x", "t=*+x"),
        row(30, "what is encoded twice is decoded once", "*é", "t=*%25C3%25A9"),
    ],
)
def test_not_found_by(api: Api, apelido, raw):
    mark = unique()
    api.create(apelido=apelido.replace("*", mark))
    assert api.search_raw(raw.replace("*", mark, 1).encode()) == []


# text of a field, term, whether it is found; a string that only this person has stands for *, or before both
CASES = [
    row(25, "as it is", "José", "José", True),
    row(25, "lower for upper", "JOSÉ", "josé", True),
    row(25, "upper for lower", "josé", "JOSÉ", True),
    row(25, "a part in the middle", "Rob*erto", "b*e", True),
    row(25, "the last character", "Robert*o", "*O", True),
    row(25, "accents count", "José", "jose", False),
    row(25, "accents count the other way", "jose", "José", False),
    row(25, "sharp s by two", "straße", "STRASSE", True),
    row(25, "two by sharp s", "STRASSE", "straße", True),
    row(25, "capital sharp s", "STRAẞE", "strasse", True),
    row(25, "a half of a folded sharp s", "stra*ße", "A*S", True),
    row(25, "final sigma", "ΟΔΟΣ", "οδος", True),
    row(25, "sigma for final sigma", "οδος", "οδοσ", True),
    row(25, "Cyrillic", "ПРИВЕТ", "привет", True),
    row(25, "dotted capital I", "İstanbul", "i\u0307stanbul", True),
    row(25, "dotless i is not i", "ı", "i", False),
    row(25, "Kelvin sign", "300 \u212a", "300 k", True),
    row(25, "ligature", "ﬁm", "FIM", True),
    row(25, "Georgian capitals", "\u1c90\u1c91", "\u10d0\u10d1", True),
    row(25, "Cherokee", "\uab70\uab71", "\u13a0\u13a1", True),
    row(25, "Deseret, beyond the basic plane", "\U00010400\U00010401", "\U00010428\U00010429", True),
    row(25, "iota below", "ᾳ", "ΑΙ", True),
    row(25, "composed is not decomposed", "é", "e\u0301", False),
    row(25, "wide letters are others", "ａｂｃ", "abc", False),
    row(25, "more than there is", "Ana", "Anas", False),
]


@pytest.mark.parametrize("field", ["nome", "stack"])
@pytest.mark.parametrize(("text", "term", "found"), CASES)
def test_case_folding(api: Api, field, text, term, found):
    mark = unique()
    text = text.replace("*", mark) if "*" in text else mark + text
    term = term.replace("*", mark.upper()) if "*" in term else mark.upper() + term
    assert matches(term, Draft("", text, "", None)) == found, "the table against the model"
    id = api.create(nome=text) if field == "nome" else api.create(stack=["x", text, "y"])
    assert api.ids(term) == ([id] if found else [])


@pytest.mark.row(25)
@pytest.mark.parametrize("field", ["apelido", "nome", "stack"])
def test_each_field_is_searched(api: Api, field):
    mark = unique()
    id = api.create(**{field: ["a", f"b{mark}c", "d"] if field == "stack" else f"a{mark}b"})
    assert api.ids(mark) == [id]
    assert api.ids(mark.upper()) == [id]


@pytest.mark.row(25)
def test_neither_birth_nor_id_is_searched(api: Api):
    id = api.create(nascimento="1907-07-13")
    assert id not in api.ids("1907-07-13")
    assert id not in api.ids(id)


# the mark stands before and behind the border between two fields or items
@pytest.mark.parametrize(
    "between",
    [
        row(27, "nothing", ""),
        row(27, "a blank", " "),
        row(27, "a comma", ","),
        row(27, "quote comma quote", '","'),
        row(27, "a newline", "\n"),
        row(27, "U+0001", "\x01"),
        row(27, "U+0002", "\x02"),
        row(27, "U+0003", "\x03"),
        row(27, "U+0001 to U+0003", "\x01\x02\x03"),
        row(27, "U+001F", "\x1f"),
        row(27, "two of U+0003", "\x03\x03"),
        row(27, "a tabulator", "\t"),
        row(27, "U+007F", "\x7f"),
        row(27, "a bar", "|"),
        row(27, "U+FFFF", "\uffff"),
    ],
)
def test_a_term_never_spans_two_fields(api: Api, between):
    mark = unique("m")
    api.create(apelido=f"q{mark}", nome=f"{mark}r", stack=[f"s{mark}", f"{mark}t", f"{mark}u"])
    for left, right in (("q", "r"), ("r", "s"), ("s", "t"), ("t", "u")):
        lefts, rights = (f"{left}{mark}", f"{mark}{left}"), (f"{right}{mark}", f"{mark}{right}")
        for term in (a + between + b for a in lefts for b in rights):
            assert api.search(term) == [], repr(term)
    # the same characters within one field are found
    id = api.create(nome=f"y{mark}{between}{mark}z")
    assert api.ids(f"y{mark}{between}{mark}z") == [id]


@pytest.mark.row(27)
def test_characters_of_a_separator_at_the_ends_of_fields(api: Api):
    mark = unique("m")
    ids = {}
    for c in "\x01\x02\x03\x1f":
        ids[c] = api.create(apelido=f"{mark}{c}", nome=f"{c}{mark}", stack=[f"{c}", f"{mark}{c}{c}{mark}"])
    for c, id in ids.items():
        assert api.ids(f"{mark}{c}") == [id] and api.ids(f"{c}{mark}") == [id], repr(c)
        assert api.ids(f"{mark}{c}{mark}") == [], repr(c)
        assert api.ids(f"{mark}{c}{c}{mark}") == [id], repr(c)
        assert api.ids(f"{mark}{c}{c}{c}{mark}") == [], repr(c)


@pytest.mark.parametrize("stack", [row(28, "missing", ...), row(28, "null", None), row(28, "empty", [])])
def test_a_person_without_a_stack_is_found(api: Api, stack):
    mark = unique()
    document = without("stack") if stack is ... else person(stack=stack)
    id = api.create(document | {"apelido": f"{mark}-a", "nome": f"{mark}-n"})
    assert api.ids(f"{mark}-A") == [id]
    assert api.ids(f"{mark}-N") == [id]
    assert id not in api.ids("null") or "null" in mark
    assert id not in api.ids("[")


@pytest.mark.parametrize(
    "term",
    [
        row(29, "one letter", "a"),
        row(29, "two letters", "an"),
        row(29, "one symbol", "#"),
        row(29, "two symbols", "++"),
        row(29, "three symbols", "%%%"),
        row(29, "a blank", " "),
        row(29, "one wide letter", "語"),
        row(29, "emoji", "😀"),
        row(29, "a control character", "\x01"),
        row(29, "two of them", "\x01\x02"),
        row(29, "symbols", "-_-"),
        row(29, "combining", "\u0301"),
        row(29, "a quote", "'"),
    ],
)
def test_short_terms_and_symbols(api: Api, term):
    """The deadline at 50,000 rows is looked at where the optimised program runs."""
    mark = unique("")
    id = api.create(nome=f"{mark}{term}")
    assert all(matches(term, Draft(p["apelido"], p["nome"], "", tuple(p["stack"] or ()))) for p in api.search(term))
    assert api.ids(f"{mark}{term}") == [id]


@pytest.mark.row(29)
def test_a_term_longer_than_any_field(api: Api):
    assert api.search("a" * 101) == []
    assert api.search("ß" * 1000) == []


@pytest.mark.row(32)
def test_of_more_than_fifty_the_first_in_the_order_of_creation(api: Api):
    mark = unique()
    ids = [api.create(nome=f"{mark} {n}") for n in range(53)]
    assert ids == sorted(ids)
    assert api.ids(mark) == ids[:50]
    assert api.ids(f"{mark} 5") == [ids[5], ids[50], ids[51], ids[52]]


@pytest.mark.row(32)
def test_ids_of_one_connection_increase_and_are_version_7(api: Api):
    ids = [api.create() for _ in range(50)]
    assert ids == sorted(ids)
    assert len(set(ids)) == len(ids)
    assert {id[14] for id in ids} == {"7"}
    assert {id[19] for id in ids} <= set("89ab")


@pytest.mark.row(33)
def test_a_search_right_after_a_201_finds_the_row(api: Api, everywhere: list[Api]):
    for _ in range(10):
        mark = unique()
        id = api.create(stack=[mark])
        for instance in everywhere:
            assert instance.ids(mark) == [id]


def test_the_found_are_whole_persons(api: Api):
    document = person(stack=None, nome=unique("é"))
    id = api.create(document)
    found = api.search_raw(b"t=" + quote(document["nome"]).encode())
    assert found == [{"id": id, **document}]
    assert list(found[0]) == ["id", "apelido", "nome", "nascimento", "stack"]


def test_nobody_found_is_an_empty_array(api: Api):
    assert api.search_raw(b"t=" + unique("nobody").encode()) == []


def test_the_count_is_exact(api: Api, everywhere: list[Api]):
    before = api.count()
    for n in range(1, 6):
        api.create()
        assert [instance.count() for instance in everywhere] == [before + n] * len(everywhere)
