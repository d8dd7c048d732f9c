"""Load with an honest account: what became of each request, as far as its sender can know.

Open loop: requests fall due at a constant rate whatever the server does; latency counts from when a request was due.
"""

import asyncio
import collections
import itertools
import statistics
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import Any

from support.address import Address
from support.api import person, to_bytes
from support.wire import encode


class Fate(Enum):
    ANSWERED = "there is an answer"
    NOT_SENT = "no byte of it has left"
    UNKNOWN = "the connection broke after a byte had left: it may have been done"
    LATE = "no answer within the time limit: it may have been done"


@dataclass(slots=True)
class Request:
    document: Any
    data: bytes
    due: float  # all times are of time.monotonic()
    sent: float = 0
    ended: float = 0
    fate: Fate = Fate.NOT_SENT
    status: int = 0
    location: str = ""
    body: bytes = b""
    fresh: bool = False  # the first one on its connection
    at: Address | None = None  # who was asked

    @property
    def latency(self) -> float:
        return self.ended - self.due

    @property
    def id(self) -> str:
        return self.location.rpartition("/")[2]


def creation(document: Any = None) -> Request:
    document = document or person()
    return Request(document, encode("POST", "/pessoas", to_bytes(document)), 0)


def retrieval(target: str) -> Request:
    return Request(None, encode("GET", target), 0)


class _Connection(asyncio.Protocol):
    def __init__(self) -> None:
        self.buffer = b""
        self.answer: asyncio.Future[None] | None = None
        self.lost = False
        self.used = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        self.look()

    def look(self) -> None:
        if self.answer and not self.answer.done() and self.end_of_answer():
            self.answer.set_result(None)

    def end_of_answer(self) -> int:
        head = self.buffer.find(b"\r\n\r\n")
        if head < 0:
            return 0
        at = self.buffer.lower().find(b"content-length:", 0, head)
        length = int(self.buffer[at + 15 : self.buffer.find(b"\r", at)]) if at >= 0 else 0
        return head + 4 + length if len(self.buffer) >= head + 4 + length else 0

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = True
        if self.answer and not self.answer.done():
            self.answer.set_exception(ConnectionError())

    def take_answer(self, request: Request) -> bool:
        """Fills the request in; whether the connection may be used again."""
        end = self.end_of_answer()
        head, _, body = self.buffer[:end].partition(b"\r\n\r\n")
        self.buffer = self.buffer[end:]
        request.status = int(head[9:12])
        request.body = body
        closes = False
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"location":
                request.location = value.strip().decode()
            elif name.lower() == b"connection":
                closes = b"close" in value.lower()
        return not closes


class Load:
    """`clients` connections shared out among the addresses; `make` gives the next request.

    `rate` in requests a second; None: each client sends its next as soon as it is answered (closed loop).
    """

    def __init__(
        self,
        addresses: Sequence[Address],
        clients: int,
        rate: float | None,
        make: Callable[[], Request] = creation,
        time_limit: float = 15,
    ) -> None:
        self.addresses = addresses
        self.clients = clients
        self.rate = rate
        self.make = make
        self.time_limit = time_limit
        self.requests: list[Request] = []
        self._stopping = False

    def run(self, seconds: float = float("inf"), count: int | None = None) -> list[Request]:
        """Returns when what was due in that time, or up to that count, has met its fate."""
        asyncio.run(self._run(seconds, count))
        return self.requests

    def start(self) -> "Load":
        """Goes on in a thread until stop()."""
        self._pool = ThreadPoolExecutor(1)
        self._running = self._pool.submit(self.run)
        return self

    def stop(self) -> list[Request]:
        self._stopping = True
        self._pool.shutdown(wait=False)
        return self._running.result(self.time_limit + 30)

    async def _run(self, seconds: float, count: int | None) -> None:
        began = time.monotonic()
        numbers = itertools.count() if count is None else iter(range(count))

        def goes_on() -> bool:
            return not self._stopping and time.monotonic() - began < seconds

        if self.rate is None:
            await asyncio.gather(*(self._closed_loop(n, goes_on, numbers) for n in range(self.clients)))
            return
        due: collections.deque[Request] = collections.deque()
        work = asyncio.Semaphore(0)
        workers = [asyncio.create_task(self._serve(n, due, work)) for n in range(self.clients)]
        for number in numbers:
            at = began + number / self.rate
            if (early := at - time.monotonic()) > 0:
                await asyncio.sleep(early)
            if not goes_on():
                break
            request = self.make()
            request.due = at
            self.requests.append(request)
            due.append(request)
            work.release()
        for _ in workers:
            work.release()
        await asyncio.gather(*workers)

    async def _closed_loop(self, number: int, goes_on: Callable[[], bool], numbers: Any) -> None:
        connection = None
        while goes_on() and next(numbers, None) is not None:
            request = self.make()
            request.due = time.monotonic()
            self.requests.append(request)
            connection = await self._ask(self.addresses[number % len(self.addresses)], connection, request)
        if connection:
            connection.transport.abort()

    async def _serve(self, number: int, due: collections.deque[Request], work: asyncio.Semaphore) -> None:
        connection = None
        while True:
            await work.acquire()
            if not due:
                break
            connection = await self._ask(self.addresses[number % len(self.addresses)], connection, due.popleft())
        if connection:
            connection.transport.abort()

    async def _ask(self, at: Address, kept: _Connection | None, request: Request) -> _Connection | None:
        """Sends a request and awaits its fate. The connection, where it can be used again."""
        request.at = at
        connection = kept if kept and not kept.lost else None
        try:
            connection = connection or await self._connect(at)
        except (OSError, TimeoutError):
            request.ended = time.monotonic()
            return None
        request.fresh = not connection.used
        connection.used = True
        request.sent = time.monotonic()
        connection.answer = asyncio.get_running_loop().create_future()
        connection.transport.write(request.data)
        try:
            async with asyncio.timeout(self.time_limit):
                await connection.answer
        except ConnectionError:
            request.fate = Fate.UNKNOWN
            connection = None
        except TimeoutError:
            request.fate = Fate.LATE
            connection.transport.abort()
            connection = None
        else:
            request.fate = Fate.ANSWERED
            if not connection.take_answer(request):
                connection.transport.close()
                connection = None
        request.ended = time.monotonic()
        return connection

    async def _connect(self, at: Address) -> _Connection:
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(self.time_limit):
            if at.path:
                _, connection = await loop.create_unix_connection(_Connection, at.path)
            else:
                _, connection = await loop.create_connection(_Connection, at.host, at.port)
        return connection


def percentile(requests: Sequence[Request], q: float) -> float:
    """Of the latencies, in seconds."""
    latencies = sorted(request.latency for request in requests)
    return latencies[min(len(latencies) - 1, int(len(latencies) * q))]


def typical(turns: Sequence[Sequence[Request]], q: float) -> float:
    """The median of that percentile of several loads, in seconds: one of them may have met a busy machine."""
    return statistics.median(percentile(requests, q) for requests in turns)


def census(requests: Sequence[Request]) -> dict[str, int]:
    """How many of each fate and status."""
    counted = collections.Counter(str(r.status) if r.fate is Fate.ANSWERED else r.fate.name for r in requests)
    return dict(sorted(counted.items()))


def complaints(requests: Sequence[Request]) -> dict[bytes, int]:
    """What the answers of the service's own failures (5xx) said, and how often: for the message of an assertion."""
    return dict(collections.Counter(r.body for r in requests if r.status >= 500))
