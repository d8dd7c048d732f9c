"""The raw client: what it takes for an answer, and what not."""

import pytest

from support.canned import answering, saying
from support.wire import BadAnswer, Closed, Connection, chunked, encode


def ask(data: bytes, method: str = "GET"):
    with answering(saying(data)) as at, Connection(at, timeout=5) as connection:
        return connection.request(method, "/x")


@pytest.mark.parametrize(
    ("data", "status", "body"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab", 200, b"ab"),
        (b"HTTP/1.1 200 \r\ncontent-length:0\r\n\r\n", 200, b""),
        (b"HTTP/1.1 204 No Content\r\n\r\n", 204, b""),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nto the end", 200, b"to the end"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(b"ab", b"c"), 200, b"abc"),
        (b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n", 201, b""),
    ],
)
def test_answers(data, status, body):
    answer = ask(data)
    assert (answer.status, answer.body) == (status, body)


@pytest.mark.parametrize(
    "data",
    [
        b"HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\nContent-Length: 0\n\n",
        b"HTTP/1.1 200 OK\r\nContent-Length : 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nab",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n" + chunked(b"ab"),
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Le",
        b"hello\r\n\r\n",
    ],
)
def test_what_is_no_answer(data):
    with pytest.raises(BadAnswer):
        ask(data)


def test_a_close_before_the_first_byte_is_told_apart():
    with pytest.raises(Closed):
        ask(b"")


def test_an_answer_to_head_has_no_body():
    assert ask(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", "HEAD").body == b""


def test_bytes_behind_an_answer_are_seen():
    two = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP"
    with answering(saying(two)) as at, Connection(at, timeout=5) as connection:
        connection.request("GET", "/x")
        assert not connection.is_closed(1)


def test_requests_are_sent_as_they_are_given():
    assert encode("POST", "/é", b"ab", {"X": "1"}, host="h") == "POST /é HTTP/1.1\r\nHost: h\r\nX: 1\r\n".encode() + (
        b"Content-Length: 2\r\n\r\nab"
    )
    assert encode("GET", b"/\xff", host=None) == b"GET /\xff HTTP/1.1\r\n\r\n"
