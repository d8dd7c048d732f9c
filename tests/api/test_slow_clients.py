"""Row 41: clients that send slowly, stay silent or take nothing, with deadlines shortened by settings."""

from collections.abc import Callable, Iterator

import pytest

from support.api import Api, check, person, to_bytes, unique
from support.deployment import deploy
from support.events import Stopwatch, eventually
from support.folders import temporary_folder
from support.program import Program
from support.wire import Connection, encode

HEAD, BODY, IDLE, WRITE = 0.6, 0.9, 1.2, 1.0
LATE = 1.5  # more than the deadline: the machine is busy, the program sanitized


@pytest.fixture(scope="module")
def program(binary) -> Iterator[Program]:
    times = {"head": HEAD, "body": BODY, "idle": IDLE, "write": WRITE}
    flags = {f"{name}_timeout": f"{int(seconds * 1000)}ms" for name, seconds in times.items()}
    with temporary_folder() as folder, deploy("sqlite", binary, folder, **flags) as deployment:
        yield deployment.instances[0]


@pytest.fixture
def connection(program: Program) -> Iterator[Connection]:
    with Connection(program.listen) as connection:
        yield connection
    program.api().create()  # the others are served all the while


def trickle(connection: Connection, data: bytes, until: Callable[[], bool]) -> None:
    """Sends a byte each 50 ms, for as long as the server has not answered."""
    connection.socket.settimeout(0.05)
    for at in range(len(data)):
        if until():
            return
        connection.send(data[at : at + 1])


def has_answered(connection: Connection) -> Callable[[], bool]:
    """Waits for an answer for as long as the socket's timeout."""

    def answered() -> bool:
        try:
            return bool(connection.socket.recv(1, 2))  # MSG_PEEK
        except TimeoutError:
            return False

    return answered


def closes_between(connection: Connection, watch: Stopwatch, earliest: float) -> None:
    assert connection.is_closed(earliest + LATE), "still open"
    assert earliest * 0.8 <= watch.seconds <= earliest + LATE


@pytest.mark.row(41)
def test_silence_from_the_start_is_closed_without_an_answer(connection):
    watch = Stopwatch()
    closes_between(connection, watch, min(HEAD, IDLE))


@pytest.mark.row(41)
def test_silence_between_requests_is_closed_without_an_answer(connection):
    check(connection.request("GET", "/contagem-pessoas"))
    watch = Stopwatch()
    closes_between(connection, watch, IDLE)


@pytest.mark.row(41)
@pytest.mark.parametrize("begun", [b"G", b"GET /x HTTP/1.1\r\n", b"GET /x HTTP/1.1\r\nHost: localhost\r\n", b"\r\nG"])
def test_silence_in_the_headers_is_408(connection, begun):
    watch = Stopwatch()
    connection.send(begun)
    answer = check(connection.read_answer())
    assert answer.status == 408
    assert answer.closes
    closes_between(connection, watch, HEAD)


@pytest.mark.row(41)
def test_slow_headers_are_408(connection):
    watch = Stopwatch()
    trickle(connection, encode("GET", "/x", headers={"X": "x" * 200}), has_answered(connection))
    connection.socket.settimeout(10)
    assert check(connection.read_answer()).status == 408
    closes_between(connection, watch, HEAD)


@pytest.mark.row(41)
@pytest.mark.parametrize("framing", [{"Content-Length": "100"}, {"Transfer-Encoding": "chunked"}])
@pytest.mark.parametrize("begun", [b"", b"5"])
def test_silence_in_the_body_is_408(connection, framing, begun):
    watch = Stopwatch()
    connection.send(encode("POST", "/pessoas", headers=framing) + begun)
    answer = check(connection.read_answer("POST"))
    assert answer.status == 408
    assert answer.closes
    closes_between(connection, watch, BODY)


@pytest.mark.row(41)
def test_a_slow_body_is_408(connection):
    watch = Stopwatch()
    connection.send(encode("POST", "/pessoas", headers={"Content-Length": "200"}))
    trickle(connection, b" " * 200, has_answered(connection))
    connection.socket.settimeout(10)
    assert check(connection.read_answer("POST")).status == 408
    closes_between(connection, watch, BODY)


@pytest.mark.row(41)
def test_a_request_after_each_other_keeps_the_connection(connection):
    """The time of idleness begins anew with each request."""
    watch = Stopwatch()
    while watch.seconds < 2 * IDLE:
        Api.created(check(connection.request("POST", "/pessoas", to_bytes(person()))))
        connection.socket.settimeout(IDLE / 3)
        with pytest.raises(TimeoutError):
            connection.socket.recv(1)
        connection.socket.settimeout(10)


@pytest.mark.row(41)
def test_a_client_that_takes_nothing_is_closed(program: Program):
    """Fifty persons of 60 KiB are more than the sockets hold; the answer's rest is thrown away with the connection."""
    mark = unique()
    api = program.api()
    for _ in range(50):
        api.create(nome=mark, stack=[f"{n} {'x' * 20}" for n in range(2000)])
    before = program.metrics().value("http_connections")
    with api.connect(receive_buffer=4096) as connection:
        for _ in range(4):
            connection.send(encode("GET", f"/pessoas?t={mark}"))
        eventually(lambda: program.metrics().value("http_connections") == before, WRITE + 2 * LATE, "it is closed")
    assert len(api.search(mark)) == 50


@pytest.mark.row(41)
def test_a_client_that_takes_slowly_is_served(program: Program):
    mark = unique()
    api = program.api()
    for _ in range(20):
        api.create(nome=mark, stack=[f"{n} {'x' * 20}" for n in range(2000)])
    with api.connect(receive_buffer=4096) as connection:
        connection.send(encode("GET", f"/pessoas?t={mark}"))
        watch = Stopwatch()
        answer = check(connection.read_answer())
    assert len(answer.json()) == 20, watch.seconds
