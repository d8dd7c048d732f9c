"""A small HTTP/1.1 client that sends exactly the bytes it is given and reads answers strictly.

It can do what polite clients can't: broken requests, pipelining, slow sending, half-closed and reset connections.
"""

import json
import re
import socket
import struct
from dataclasses import dataclass, field
from typing import Any

from support.address import Address


class Closed(ConnectionError):
    """The server closed the connection where an answer was due, before its first byte."""


class BadAnswer(AssertionError):
    """What came is not an HTTP answer, or ended in the middle."""


@dataclass
class Answer:
    version: str
    status: int
    reason: str
    headers: list[tuple[str, str]]
    body: bytes = b""
    interim: list[int] = field(default_factory=list)  # statuses of the 1xx answers before this one

    def all(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def header(self, name: str) -> str | None:
        values = self.all(name)
        if len(values) > 1:
            raise BadAnswer(f"{name} given {len(values)} times")
        return values[0] if values else None

    @property
    def media_type(self) -> str:
        return (self.header("Content-Type") or "").split(";")[0].strip().lower()

    @property
    def closes(self) -> bool:
        tokens = [t.strip().lower() for v in self.all("Connection") for t in v.split(",")]
        return "close" in tokens or (self.version == "HTTP/1.0" and "keep-alive" not in tokens)

    def json(self) -> Any:
        return json.loads(self.body.decode("utf-8"))

    def __str__(self) -> str:
        return f"{self.status} {self.reason} {dict(self.headers)} {self.body[:400]!r}"


def encode(
    method: str,
    target: str | bytes,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    host: str | None = "localhost",
    version: str = "HTTP/1.1",
) -> bytes:
    """The bytes of a request. Content-Length is added where there is a body and no framing header is given."""
    if isinstance(target, str):
        target = target.encode("utf-8")
    given = {name.lower() for name in headers or {}}
    lines = [method.encode() + b" " + target + b" " + version.encode()]
    if host is not None and "host" not in given:
        lines.append(b"Host: " + host.encode())
    for name, value in (headers or {}).items():
        lines.append(name.encode() + b": " + value.encode("latin-1"))
    if body is not None and not given & {"content-length", "transfer-encoding"}:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + (body or b"")


def chunked(*parts: bytes, trailer: bytes = b"") -> bytes:
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n" + trailer + b"\r\n"


class Connection:
    """One connection. Each wait for bytes ends after `timeout` seconds with a TimeoutError."""

    def __init__(self, at: Address, timeout: float = 10, receive_buffer: int | None = None) -> None:
        self.at = at
        self.socket = at.connect(timeout, receive_buffer)
        self._buffer = b""

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def reset(self) -> None:
        """Closes with a TCP reset."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def half_close(self) -> None:
        self.socket.shutdown(socket.SHUT_WR)

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def request(
        self,
        method: str,
        target: str | bytes,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        **how: Any,
    ) -> Answer:
        how.setdefault("host", self.at.authority)
        self.send(encode(method, target, body, headers, **how))
        return self.read_answer(method)

    def is_closed(self, within: float = 10) -> bool:
        """Whether the server closes, or resets, within that time without another byte."""
        if self._buffer:
            return False
        before = self.socket.gettimeout()
        self.socket.settimeout(within)
        try:
            self._buffer = self.socket.recv(65536)
            return not self._buffer
        except ConnectionResetError:
            return True
        except (BlockingIOError, TimeoutError):
            return False
        finally:
            self.socket.settimeout(before)

    def read_answer(self, to: str = "GET") -> Answer:
        interim = []
        while True:
            answer = self._read_head()
            if answer.status >= 200 or answer.status == 101:
                break
            interim.append(answer.status)
        answer.interim = interim
        answer.body = self._read_body(answer, to)
        return answer

    def _receive(self) -> bool:
        try:
            data = self.socket.recv(262144)
        except ConnectionResetError:
            data = b""
        self._buffer += data
        return bool(data)

    def _read_line(self, first: bool) -> bytes:
        while b"\r\n" not in self._buffer:
            if b"\n" in self._buffer:
                raise BadAnswer(f"a bare LF: {self._buffer[:200]!r}")
            if not self._receive():
                if first and not self._buffer:
                    raise Closed(f"{self.at} closed the connection and gave no answer")
                raise BadAnswer(f"ended in the middle of the headers: {self._buffer[:200]!r}")
        line, self._buffer = self._buffer.split(b"\r\n", 1)
        return line

    def _read_head(self) -> Answer:
        line = self._read_line(first=True)
        match = re.fullmatch(rb"(HTTP/1\.[01]) ([1-5][0-9]{2}) ([\t\x20-\x7e]*)", line)
        if not match:
            raise BadAnswer(f"not a status line: {line[:200]!r}")
        headers = []
        while line := self._read_line(first=False):
            name, colon, value = line.partition(b":")
            if not colon or not re.fullmatch(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name):
                raise BadAnswer(f"not a header: {line[:200]!r}")
            headers.append((name.decode(), value.strip(b" \t").decode("latin-1")))
        return Answer(match[1].decode(), int(match[2]), match[3].decode(), headers)

    def _read_body(self, answer: Answer, to: str) -> bytes:
        if to == "HEAD" or answer.status < 200 or answer.status in (204, 304):
            return b""
        if codings := answer.header("Transfer-Encoding"):
            if codings.lower() != "chunked" or answer.header("Content-Length") is not None:
                raise BadAnswer(f"bad framing: {answer}")
            return self._read_chunks()
        length = answer.header("Content-Length")
        if length is None:
            if not answer.closes:
                raise BadAnswer(f"no Content-Length on a connection that stays: {answer}")
            while self._receive():
                pass
            body, self._buffer = self._buffer, b""
            return body
        if not re.fullmatch("[0-9]+", length):
            raise BadAnswer(f"Content-Length: {length}")
        return self._take(int(length))

    def _take(self, n: int) -> bytes:
        while len(self._buffer) < n:
            if not self._receive():
                raise BadAnswer(f"ended {n - len(self._buffer)} bytes before the end of the body")
        taken, self._buffer = self._buffer[:n], self._buffer[n:]
        return taken

    def _read_chunks(self) -> bytes:
        body = b""
        while size := int(self._read_line(first=False).split(b";")[0], 16):
            body += self._take(size)
            if self._take(2) != b"\r\n":
                raise BadAnswer("a chunk that does not end with CRLF")
        while self._read_line(first=False):
            pass
        return body
