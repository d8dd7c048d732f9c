"""Where a server listens: a TCP address or a unix socket, in the spelling of the program's flags."""

import fcntl
import random
import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Address:
    host: str = ""
    port: int = 0
    path: str = ""

    def __str__(self) -> str:
        return f"unix:{self.path}" if self.path else f"{self.host}:{self.port}"

    @property
    def authority(self) -> str:
        """For the Host header."""
        return "localhost" if self.path else f"{self.host}:{self.port}"

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def connect(self, timeout: float = 10, receive_buffer: int | None = None) -> socket.socket:
        family = socket.AF_UNIX if self.path else socket.AF_INET
        s = socket.socket(family, socket.SOCK_STREAM)
        s.settimeout(timeout)
        if receive_buffer:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            s.connect(self.path or (self.host, self.port))
        except BaseException:
            s.close()
            raise
        if not self.path:
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return s


def of_url(url: str) -> Address:
    parts = urlsplit(url)
    return Address(parts.hostname or "127.0.0.1", parts.port or 80)


_held = []  # open lock files: a port stays reserved as long as this process lives


def free_port() -> int:
    """A TCP port below the range that clients' sockets take theirs from, and promised to no other run of the tests.

    A lock on a file named after the port is the promise; binding it shows that no stranger listens there.
    """
    locks = Path(tempfile.gettempdir()) / "pessoas-test-ports"
    locks.mkdir(mode=0o777, exist_ok=True)
    for port in random.sample(range(6100, 9000), 500):
        lock = (locks / str(port)).open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            lock.close()
            continue
        _held.append(lock)
        return port
    raise RuntimeError("no free port between 6100 and 9000")


def free_address() -> Address:
    return Address("127.0.0.1", free_port())
