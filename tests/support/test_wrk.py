"""What wrk says is taken over, and a run with anything but good answers is none."""

from pathlib import Path

import pytest

from support.address import free_address
from support.canned import answering, saying
from support.wrk import Void, wrk

GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"


def keeping_on(answer: bytes, heads: list[bytes] | None = None):
    """Answers each request of a connection, and notes its head."""

    def serve(connection):
        received = b""
        while more := connection.recv(4096):
            received += more
            while b"\r\n\r\n" in received:
                head, _, received = received.partition(b"\r\n\r\n")
                if heads is not None:
                    heads.append(head)
                connection.sendall(answer + b"\r\n")

    return serve


def test_good_answers_are_counted():
    with answering(keeping_on(GOOD)) as at:
        outcome = wrk(at.url, connections=2, seconds=1)
    assert outcome.requests > 10
    assert 0.9 < outcome.seconds < 1.5
    assert outcome.rate == outcome.requests / outcome.seconds
    assert 0 < outcome.p50 <= outcome.p99 <= outcome.longest < 1


@pytest.mark.parametrize(
    "serve",
    [
        pytest.param(keeping_on(b"HTTP/1.1 503 Away\r\nContent-Length: 0\r\n"), id="refused"),
        pytest.param(saying(GOOD[:20]), id="cut short"),
        pytest.param(saying(b""), id="closed"),
    ],
)
def test_a_run_with_a_bad_answer_is_void(serve):
    with answering(serve) as at, pytest.raises(Void):
        wrk(at.url, connections=2, seconds=1)


def test_a_run_that_found_nobody_is_void():
    with pytest.raises(Void):
        wrk(free_address().url, connections=2, seconds=1)


def test_requests_of_a_script(tmp_path: Path):
    script = tmp_path / "post.lua"
    script.write_text(
        'dofile("tests/support/wrk.lua")\nfunction request() return wrk.format("POST", "/", nil, "{}") end\n'
    )
    heads: list[bytes] = []
    with answering(keeping_on(GOOD, heads)) as at:
        outcome = wrk(at.url, connections=1, seconds=1, script=script)
    assert outcome.requests <= len(heads)
    assert heads[0].startswith(b"POST / HTTP/1.1\r\n")
