"""Row 38: heads and targets that are too long."""

import pytest

from support.api import Api, check
from support.wire import encode


def headers_of(size: int) -> dict[str, str]:
    fields = {f"X-{n}": "v" * 1000 for n in range(size // 1000)}
    return fields | {"X-Rest": "v" * (size % 1000)}


@pytest.mark.row(38)
def test_headers_under_the_limit(api: Api):
    assert api.request("GET", "/contagem-pessoas", headers=headers_of(15_000)).status == 200


@pytest.mark.row(38)
def test_headers_over_the_limit_are_431(api: Api):
    answer = api.raw(encode("GET", "/contagem-pessoas", headers=headers_of(17_000)))
    assert answer.status == 431, answer


@pytest.mark.row(38)
def test_headers_without_an_end_are_431(api: Api):
    with api.connect() as connection:
        connection.send(encode("GET", "/contagem-pessoas", headers=headers_of(40_000))[:-4])
        answer = check(connection.read_answer())
        assert answer.status == 431, answer


@pytest.mark.row(38)
def test_a_target_under_the_limit(api: Api):
    assert api.get("/pessoas?t=" + "a" * 8000).json() == []


@pytest.mark.row(38)
@pytest.mark.parametrize("length", [8 * 1024 + 1, 12_000])
def test_a_target_over_the_limit_is_414(api: Api, length):
    assert api.raw(encode("GET", "/pessoas?t=" + "a" * (length - len("/pessoas?t=")))).status == 414


@pytest.mark.row(38)
def test_a_target_without_an_end_is_414(api: Api):
    with api.connect() as connection:
        connection.send(b"GET /" + b"a" * 17_000)
        assert check(connection.read_answer()).status == 414
