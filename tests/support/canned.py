"""A server for tests of the clients: answers each connection with bytes that are given beforehand."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from support.address import Address, free_address


@contextmanager
def answering(serve: Callable[[socket.socket], None]) -> Iterator[Address]:
    """Runs `serve` for each connection in a thread, and closes the connection afterwards."""
    at = free_address()

    def handle(connection: socket.socket) -> None:
        with connection, suppress(OSError):  # the client may be gone
            serve(connection)

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=handle, args=[connection], daemon=True).start()

    with socket.create_server((at.host, at.port)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield at
        listener.shutdown(socket.SHUT_RDWR)


def saying(data: bytes) -> Callable[[socket.socket], None]:
    """Reads a head, says the bytes and closes."""

    def serve(connection: socket.socket) -> None:
        received = b""
        while b"\r\n\r\n" not in received:
            if not (more := connection.recv(4096)):
                return
            received += more
        connection.sendall(data)

    return serve
