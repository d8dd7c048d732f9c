"""The proxy that fails on demand."""

import socket
from collections.abc import Iterator

import pytest

from support.address import Address
from support.canned import answering
from support.events import Stopwatch
from support.tcp_proxy import Link, TcpProxy


def echo(connection: socket.socket) -> None:
    while data := connection.recv(4096):
        connection.sendall(data)


def is_gone(client: socket.socket) -> bool:
    try:
        return not client.recv(1)
    except ConnectionResetError:
        return True


@pytest.fixture
def proxy() -> Iterator[TcpProxy]:
    with answering(echo) as target:
        proxy = TcpProxy(target).start()
        yield proxy
        proxy.stop()


@pytest.fixture
def client(proxy: TcpProxy) -> Iterator[socket.socket]:
    with proxy.at.connect(5) as client:
        yield client


def test_a_whole_link_passes_everything(client):
    client.sendall(b"x" * 300_000)
    received = 0
    while received < 300_000:
        received += len(client.recv(300_000))
    client.shutdown(socket.SHUT_WR)
    assert client.recv(1) == b""


def test_a_cut_link_resets_what_is_open_and_what_comes(proxy, client):
    client.sendall(b"a")
    assert client.recv(1) == b"a"
    proxy.set(Link.CUT)
    for socket_ in (client, proxy.at.connect(5)):
        assert is_gone(socket_)


def test_a_silent_link_holds_back_and_then_passes(proxy, client):
    client.sendall(b"a")
    assert client.recv(1) == b"a"
    proxy.set(Link.SILENT)
    client.sendall(b"b")
    client.settimeout(0.2)
    with pytest.raises(TimeoutError):
        client.recv(1)
    proxy.set(Link.WHOLE)
    client.settimeout(5)
    assert client.recv(1) == b"b"


def test_a_slow_link_delays(proxy, client):
    proxy.delay = 0.2
    proxy.set(Link.SLOW)
    watch = Stopwatch()
    client.sendall(b"a")
    assert client.recv(1) == b"a"
    assert 0.35 < watch.seconds < 2


def test_a_target_that_is_away_is_a_closed_connection():
    proxy = TcpProxy(Address(path="/no/such/socket")).start()
    try:
        with proxy.at.connect(5) as client:
            assert is_gone(client)
    finally:
        proxy.stop()
