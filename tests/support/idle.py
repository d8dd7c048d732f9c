"""Thousands of connections that stay open and say nothing."""

import collections
import multiprocessing
import resource
from multiprocessing.connection import Connection as Channel

from support.address import Address
from support.wire import Connection


def allow_files(number: int) -> None:
    """Lets this process, and what it starts from now on, have so many files open."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < number:
        raise RuntimeError(f"only {hard} files may be open, and {number} are needed: ulimit -Hn")
    if soft != resource.RLIM_INFINITY and soft < number:
        resource.setrlimit(resource.RLIMIT_NOFILE, (number, hard))


class IdleConnections:
    """Held by a process of its own: server and client of one machine must not share one process's limit of open files.

    As a context: all are open (and, where `asked`, have had one answer) from the beginning on, and closed at the end.
    """

    def __init__(self, at: Address, number: int, asked: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self._channel, theirs = context.Pipe()
        self._process = context.Process(target=_hold, args=(at, number, asked, theirs), daemon=True)
        self._process.start()
        theirs.close()

    def __enter__(self) -> "IdleConnections":
        try:
            self._receive()
        except BaseException:
            self._process.kill()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._channel.close()
        self._process.join(20)
        self._process.kill()

    def ask(self, every: int) -> dict[int, int]:
        """One request on every so manieth: how often each status was the answer."""
        self._channel.send(every)
        return self._receive()

    def _receive(self) -> dict[int, int]:
        if not self._channel.poll(60):
            raise TimeoutError("the idle connections' process says nothing")
        said = self._channel.recv()
        if isinstance(said, Exception):
            raise said
        return said


def _hold(at: Address, number: int, asked: bool, channel: Channel) -> None:
    def ask(connections: list[Connection]) -> dict[int, int]:
        return dict(collections.Counter(each.request("GET", "/contagem-pessoas").status for each in connections))

    try:
        allow_files(number + 50)
        kept = [Connection(at) for _ in range(number)]
        channel.send(ask(kept) if asked else {})
        while True:
            channel.send(ask(kept[:: channel.recv()]))
    except EOFError:
        pass
    except Exception as error:
        channel.send(error)
