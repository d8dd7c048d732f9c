"""Random bodies, checked against the model of the rules: rows 1 to 18."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support import model
from support.api import Api, person, to_bytes
from support.strategies import any_json, bodies, spell

shared = settings(deadline=None, suppress_health_check=list(HealthCheck), print_blob=True)

_taken: set[tuple[Api, str]] = set()  # of all examples


def awaited(api: Api, body: bytes) -> tuple[int, model.Draft | None]:
    try:
        draft = model.judge(body)
    except model.Refusal as refusal:
        return refusal.status, None
    return (422, None) if (api, draft.apelido) in _taken else (201, draft)


@pytest.mark.row(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18)
@given(body=bodies())
@settings(shared, max_examples=400)
def test_the_server_judges_as_the_model(empty: Api, body):
    status, draft = awaited(empty, body)
    answer = empty.post(body)
    assert answer.status == status, (answer, body)
    if draft:
        _taken.add((empty, draft.apelido))
        id = empty.created(answer)
        assert empty.read(id) == draft.as_read(id)


@pytest.mark.row(5, 17)
@given(data=st.data())
@settings(shared, max_examples=100)
def test_any_json_is_ignored_in_an_unknown_field(api: Api, data):
    value = data.draw(any_json)
    document = person()
    body = to_bytes(document)[:-1] + b',"x":' + spell(data.draw, value).encode() + b"}"
    assert model.judge(body).apelido == document["apelido"]
    api.create(body)


@pytest.mark.row(23, 24, 30, 31)
@given(
    query=st.binary(max_size=12)
    | st.lists(st.sampled_from(["t", "=", "&", "%74", "%", "zz", "+", "é", "%C3"])).map(
        lambda parts: "".join(parts).encode()
    )
)
@settings(shared, max_examples=200)
def test_the_server_reads_terms_as_the_model(api: Api, query):
    if any(b <= 0x20 or b in b"#\x7f" for b in query):
        return  # not a request target
    try:
        model.read_term(query)
        status = 200
    except model.Refusal as refusal:
        status = refusal.status
    assert api.get(b"/pessoas?" + query).status == status
