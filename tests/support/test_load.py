"""The load's account is honest, whatever the server does."""

import threading

import pytest

from support.address import free_address
from support.canned import answering, saying
from support.load import Fate, Load, census, percentile

CREATED = b"HTTP/1.1 201 Created\r\nLocation: /pessoas/1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


def fates(serve, **how):
    with answering(serve) as at:
        return Load([at], clients=2, rate=100, **how).run(count=10)


def test_answers_are_counted_by_status():
    requests = fates(saying(CREATED))
    assert census(requests) == {"201": 10}
    assert {request.id for request in requests} == {"1"}
    assert all(request.due <= request.sent <= request.ended for request in requests)


def test_what_was_sent_and_not_answered_is_unknown():
    assert census(fates(saying(b""))) == {"UNKNOWN": 10}
    assert census(fates(saying(CREATED[:20]))) == {"UNKNOWN": 10}


def test_what_found_nobody_was_not_sent():
    assert census(Load([free_address()], clients=2, rate=100).run(count=10)) == {"NOT_SENT": 10}


def test_what_is_never_answered_is_late():
    held = threading.Event()
    try:
        assert census(fates(lambda _: held.wait(10), time_limit=0.2)) == {"LATE": 10}
    finally:
        held.set()


def test_a_body_is_read_whole():
    requests = fates(saying(b"HTTP/1.1 503 x\r\ncontent-length: 3\r\n\r\nmay"))
    assert {(r.fate, r.status, r.body) for r in requests if r.fresh} == {(Fate.ANSWERED, 503, b"may")}


def test_latency_counts_from_when_a_request_was_due():
    """Of two clients that are held up for 0.2 s each, the last of ten requests waits for four others."""
    held = threading.Event()

    def slow(connection):
        held.wait(0.2)
        saying(CREATED)(connection)

    assert percentile(fates(slow), 1) > 0.8


def test_a_closed_loop_sends_the_count_asked_for():
    with answering(saying(CREATED)) as at:
        assert census(Load([at], clients=3, rate=None).run(count=20)) == {"201": 20}


@pytest.mark.parametrize("rate", [100, 400])
def test_the_rate_is_kept(rate):
    with answering(saying(CREATED)) as at:
        requests = Load([at], clients=10, rate=rate).run(0.5)
    assert abs(len(requests) - rate * 0.5) <= 0.2 * rate
