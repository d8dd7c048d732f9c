"""What signals do to a program that has started others, which are to end with it."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# What ends a program that does not say otherwise; the last: its terminal is gone.
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heed() -> None:
    """From now on each of them is a KeyboardInterrupt, but for those that the program was told to ignore (nohup)."""
    for number in SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler)


@contextmanager
def deaf() -> Iterator[list[int]]:
    """Meanwhile no signal ends the program; yields those that came. A thread but the main one has none."""
    heard: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield heard
        return
    before = [(number, signal.signal(number, lambda came, _: heard.append(came))) for number in SIGNALS]
    try:
        yield heard
    finally:
        for number, handler in before:
            signal.signal(number, handler)
