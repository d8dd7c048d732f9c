"""The programs of examples/: they start, answer, and end as a service should."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.address import Address, free_address
from support.api import check
from support.events import Stopwatch, eventually
from support.process import Process
from support.wire import Connection, encode


class Hello(Process):
    def __init__(self, binary: Path, folder: Path, listen: Address) -> None:
        super().__init__([binary, str(listen)], folder, "hello")
        self.listen = listen

    @property
    def accepts(self) -> bool:
        try:
            Connection(self.listen).close()
        except ConnectionRefusedError:
            return False
        return True


@pytest.fixture
def hello(binary: Path, folder: Path) -> Iterator[Hello]:
    path = binary.parent / "hello"
    assert path.exists(), f"{path} is not built"
    program = Hello(path, folder, free_address())
    program.start()
    try:
        eventually(lambda: program.accepts, 5, "it listens")
        yield program
    finally:
        program.kill()


@pytest.mark.parametrize(
    ("path", "status", "body"),
    [
        ("/hello/world", 200, "Hello, world!\n"),
        ("/hello/Jos%C3%A9", 200, "Hello, José!\n"),
        ("/hello/%FF", 400, None),
        ("/nap", 200, "Good morning!\n"),
        ("/", 404, None),
    ],
)
def test_hello_answers(hello: Hello, path, status, body):
    with Connection(hello.listen) as connection:
        answer = check(connection.request("GET", path))
    assert answer.status == status
    assert body is None or answer.body.decode() == body
    hello.stop()


def test_hello_naps_for_many_at_a_time(hello: Hello):
    watch = Stopwatch()
    napping = [Connection(hello.listen) for _ in range(10)]
    for connection in napping:
        connection.send(encode("GET", "/nap"))
    for connection in napping:
        assert check(connection.read_answer()).status == 200
        connection.close()
    assert 1 <= watch.seconds < 8
    hello.stop()


def test_hello_finishes_what_is_in_flight_and_ends_with_0(hello: Hello):
    with Connection(hello.listen) as napping, Connection(hello.listen) as other:
        napping.send(encode("GET", "/nap"))
        check(other.request("GET", "/hello/you"))  # so that one has been read
        hello.signal()
        eventually(lambda: not hello.accepts, 5, "it takes nobody new")
        answer = check(napping.read_answer())
        assert (answer.status, answer.closes) == (200, True)
    assert hello.wait(5) == 0
    hello.complain_of_sanitizers()


@pytest.mark.parametrize(("listen", "why"), [(None, "in use"), ("nowhere", "HOST:PORT")])
def test_hello_says_why_it_can_not_start(hello: Hello, folder: Path, listen, why):
    second = Process([hello.command[0], listen or str(hello.listen)], folder, "second")
    second.start()
    assert second.wait(5) == 1
    assert why in second.stderr
    hello.stop()
