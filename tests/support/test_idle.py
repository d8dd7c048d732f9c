"""Idle connections are open while their context lasts, and closed afterwards."""

import threading

import pytest

from support.address import free_address
from support.canned import answering
from support.events import eventually
from support.idle import IdleConnections, allow_files

GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


class Server:
    """Says yes to each request, and knows how many connections it has."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.open = self.requests = 0

    def __call__(self, connection) -> None:
        with self._lock:
            self.open += 1
        while connection.recv(4096):
            with self._lock:
                self.requests += 1
            connection.sendall(GOOD)
        with self._lock:
            self.open -= 1


@pytest.mark.parametrize("asked", [False, True])
def test_they_are_open_while_they_are_wanted(asked):
    server = Server()
    with answering(server) as at:
        with IdleConnections(at, 20, asked) as idle:
            eventually(lambda: server.open == 20, 5)
            assert server.requests == (20 if asked else 0)
            assert idle.ask(every=4) == {200: 5}
            assert server.open == 20
        eventually(lambda: server.open == 0, 5)


def test_nobody_to_connect_to_is_an_error():
    with pytest.raises(ConnectionRefusedError), IdleConnections(free_address(), 1, False):
        pass


def test_more_files_than_may_be_open_is_an_error():
    with pytest.raises(RuntimeError, match="ulimit"):
        allow_files(2**31)
