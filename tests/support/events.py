"""Waiting for what happens, each time with a deadline."""

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class TooLate(AssertionError):
    pass


def eventually(condition: Callable[[], T], within: float, what: str = "", every: float = 0.01) -> T:
    """The first true value of `condition`, which is asked again and again; TooLate after `within` seconds.

    An OSError of the condition counts as "not yet".
    """
    deadline = time.monotonic() + within
    last: object = None
    while True:
        try:
            last = condition()
        except OSError as error:
            last = error
        else:
            if last:
                return last  # type: ignore[return-value]
        if time.monotonic() >= deadline:
            raise TooLate(f"not within {within} s: {what or condition}; last: {last!r}")
        time.sleep(every)


def pause(seconds: float) -> None:
    """Lets what runs in other threads and processes go on for that time: no way to wait for an event."""
    time.sleep(seconds)


class Stopwatch:
    def __init__(self) -> None:
        self.began = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.began
