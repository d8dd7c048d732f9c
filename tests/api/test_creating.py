"""POST /pessoas: what is accepted, and rows 12 to 20."""

import threading

import pytest

from api.tables import ignoring, padded, row, spelled, without
from support.api import Api, person, to_bytes, unique
from support.wire import chunked, encode

LONG = 64 * 1024


def fresh(length: int, filler: str) -> str:
    stem = unique()
    return stem + filler * (length - len(stem))


# document, or bytes and what is read back of stack
ACCEPTED = [
    row(9, "apelido of 32", person(apelido=fresh(32, "a"))),
    row(9, "apelido of 32 with é", person(apelido=fresh(32, "é"))),
    row(9, "apelido of 32 with emoji", person(apelido=fresh(32, "😀"))),
    row(9, "nome of 100 emoji", person(nome="😀" * 100)),
    row(9, "item of 32 times é", person(stack=["é" * 32])),
    row(9, "characters beyond the basic plane as pairs of escapes", person(nome="😀" * 100)),
    row(10, "a single blank as nome", person(nome=" ")),
    row(10, "blanks around are kept", person(nome="  Ana  ", apelido=f" {unique()} ")),
    row(8, "29 February of a leap year", person(nascimento="2020-02-29")),
    row(8, "29 February 2000", person(nascimento="2000-02-29")),
    row(8, "the first day", person(nascimento="0001-01-01")),
    row(8, "the last day", person(nascimento="9999-12-31")),
    row(14, "stack null", person(stack=None)),
    row(15, "stack empty", person(stack=[])),
    row(16, "order and repetition", person(stack=["b", "a", "b", "c", "a"])),
    row(16, "commas, quotes, backslashes", person(stack=["a,b", '"', "\\", "{x}", "', '", "\\u0041", "NULL", ""][:-1])),
    row(16, "blanks", person(stack=[" ", "  ", " a ", "\u00a0", "\u3000", "\u2028"])),
    row(16, "control characters", person(stack=["\x01", "\t", "\n", "\x1f", "\x7f", "\x01\x02\x03", "\u0080"])),
    row(16, "characters at the ends of planes", person(nome="\uffff\U00010000\U0010ffff\ue000\ud7ff")),
    row(16, "1,000 items", person(stack=[f"item {n}" for n in range(1000)])),
    row(16, "composed and decomposed stay different", person(nome="é e\u0301", stack=["\u00c5", "\u212b", "A\u030a"])),
    row(17, "an id is ignored", person(id="018f8e1c-7b1a-7c3e-9d55-0242ac120002")),
    row(17, "unknown fields of all types", person(x=1, y=None, z=[{}, []], Apelido=1, apelid=2, nomes="\0")),
    row(17, "fields in another order", dict(reversed(person().items()))),
]


@pytest.mark.parametrize("document", ACCEPTED)
def test_accepted_and_read_back_exactly(api: Api, document):
    before = api.count()
    id = api.create(document)
    known = {name: document.get(name) for name in ("apelido", "nome", "nascimento", "stack")}
    assert api.read(id) == {"id": id, **known}
    assert api.count() == before + 1


SPELLED = [
    row(5, "blanks around", b" \r\n\t" + to_bytes(person(nome="x")) + b"\n "),
    row(5, "a large number in an ignored field", ignoring("1.7e308").replace(b"Ana Barbosa", b"x")),
    row(5, "nested 1,024 deep", ignoring("[" * 1023 + "]" * 1023).replace(b"Ana Barbosa", b"x")),
    row(11, "U+0000 in an ignored field", ignoring(r'"\u0000"').replace(b"Ana Barbosa", b"x")),
    row(17, "all escapes", spelled(nome=r'"\u0078"')),
    row(18, "the first apelido is a number", b'{"apelido":1,"nome":[],' + to_bytes(person(nome="x"))[1:]),
    row(18, "nome twice", spelled(nome='"first","nome":"x"')),
    row(18, "the name spelled with escapes", spelled(nome=r'"first","\u006eome":"x"')),
]


@pytest.mark.parametrize("body", SPELLED)
def test_spellings_that_mean_the_same(api: Api, body):
    assert api.read(api.create(body))["nome"] == "x"


@pytest.mark.row(14)
def test_a_missing_stack_is_read_back_as_null(api: Api):
    assert api.read(api.create(without("stack")))["stack"] is None


@pytest.mark.row(18)
def test_the_last_stack_counts(api: Api):
    assert api.read(api.create(spelled(stack='1,"stack":["a"],"stack":["b"]')))["stack"] == ["b"]


@pytest.mark.row(12)
def test_an_apelido_is_taken_once(api: Api, everywhere: list[Api]):
    taken = person()
    api.create(taken)
    for instance in everywhere:
        before = instance.count()
        answer = instance.post(person(apelido=taken["apelido"]))
        assert answer.status == 422 and "apelido" in answer.json()["detail"], answer
        assert instance.count() == before


@pytest.mark.row(12)
@pytest.mark.parametrize("other", ["ANA", "aná", "ana ", " ana", "ana\u0301", "an\u0430"])
def test_an_apelido_is_compared_exactly(api: Api, other):
    stem = unique()
    api.create(apelido=stem + "ana")
    api.create(apelido=stem + other)


@pytest.mark.row(12)
def test_of_many_at_once_one_gets_the_apelido(everywhere: list[Api]):
    apelido = unique()
    connections = [instance.connect() for instance in everywhere for _ in range(16 // len(everywhere))]
    try:
        barrier = threading.Barrier(len(connections))
        answers = []

        def post(connection):
            request = encode("POST", "/pessoas", to_bytes(person(apelido=apelido)))
            barrier.wait()
            connection.send(request)
            answers.append(connection.read_answer("POST"))

        threads = [threading.Thread(target=post, args=[connection]) for connection in connections]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        for connection in connections:
            connection.close()
    assert sorted(answer.status for answer in answers) == [201] + [422] * (len(connections) - 1)


@pytest.mark.row(13)
def test_a_malformed_body_wins_over_a_taken_apelido(api: Api):
    taken = person()
    api.create(taken)
    assert api.post(taken | {"nascimento": "x"}).status == 400


@pytest.mark.parametrize(
    "headers",
    [
        row(19, "none", {}),
        row(19, "with a charset", {"Content-Type": "application/json; charset=utf-8"}),
        row(19, "text", {"Content-Type": "text/plain"}),
        row(19, "a form", {"Content-Type": "application/x-www-form-urlencoded"}),
        row(19, "not a media type", {"Content-Type": "?"}),
    ],
)
def test_the_body_decides_and_not_its_type(api: Api, headers):
    api.created(api.post(person(), headers))


@pytest.mark.row(20)
def test_the_longest_body(api: Api):
    api.create(padded(LONG))


@pytest.mark.row(20)
def test_one_byte_too_many(api: Api):
    assert api.post(padded(LONG + 1)).status == 413


@pytest.mark.row(20)
@pytest.mark.parametrize("length", [LONG + 1, 10 * LONG, 10**12])
def test_a_body_too_long_is_refused_before_it_is_read(api: Api, length):
    with api.connect() as connection:
        connection.send(encode("POST", "/pessoas", headers={"Content-Length": str(length)}) + b"{")
        assert connection.read_answer("POST").status == 413


@pytest.mark.row(20)
def test_chunks_too_many_are_refused_before_the_last(api: Api):
    head = encode("POST", "/pessoas", headers={"Transfer-Encoding": "chunked"})
    with api.connect() as connection:
        connection.send(head + chunked(b" " * LONG, b" ")[:-5])
        assert connection.read_answer("POST").status == 413


@pytest.mark.row(20)
def test_the_longest_chunked_body(api: Api):
    body = padded(LONG)
    pieces = [body[at : at + 1000] for at in range(0, LONG, 1000)]
    answer = api.raw(encode("POST", "/pessoas", chunked(*pieces), {"Transfer-Encoding": "chunked"}), "POST")
    api.created(answer)


@pytest.mark.row(20)
@pytest.mark.parametrize("letters", ["ascii", "wide"])
def test_a_person_that_fills_the_body_is_stored_and_found(api: Api, letters):
    """All items different, so that an index by trigrams has as many as can be."""
    mark = unique()
    base = 0x4E00 if letters == "wide" else 0x30
    size = 20_000 if letters == "wide" else 40

    def item(n: int) -> str:
        text = ""
        for _ in range(12 if letters == "wide" else 28):
            n = (n * 6364136223846793005 + 1442695040888963407) % 2**64
            text += chr(base + (n >> 33) % size)
        return text.replace("\\", "_")

    document = person(stack=[f"{mark} 0"])
    while len(to_bytes(document)) < LONG - 110:
        document["stack"].append(item(len(document["stack"])))
    document["stack"].append(f"{mark} z")
    assert LONG - 110 < len(to_bytes(document)) <= LONG
    id = api.create(document)
    assert api.read(id)["stack"] == document["stack"]
    middle = document["stack"][len(document["stack"]) // 2]
    for term in (f"{mark} 0", f"{mark} z", mark.upper(), middle, middle[3:9]):
        assert id in api.ids(term), term
    assert id not in api.ids(middle + "~")


@pytest.mark.row(33)
def test_a_person_is_read_at_once_on_every_instance(api: Api, everywhere: list[Api]):
    for _ in range(10):
        document = person()
        id = api.create(document)
        for instance in everywhere:
            assert instance.read(id) == {"id": id, **document}
