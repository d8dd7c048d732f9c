"""Programs that end with who has started them."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from stress_test.signals import deaf

PATIENCE = 10  # seconds, for an end in order


@contextmanager
def begun(
    command: str | Sequence[str | Path], end: Callable[[subprocess.Popen], None], **how: Any
) -> Iterator[subprocess.Popen]:
    """Where the body fails, which may be because of a signal, also one that came while it began, `end` is called."""
    with deaf() as heard:  # until it is known what has begun
        process = subprocess.Popen(command, **how)
    try:
        for number in heard:
            signal.raise_signal(number)
        yield process
    except BaseException:
        end(process)
        raise


@contextmanager
def started(command: str | Sequence[str | Path], **how: Any) -> Iterator[subprocess.Popen]:
    """To be waited for by communicate(): its output is text, input it has none. `begun`, in a group of its own."""
    with begun(
        command,
        _end,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        process_group=0,
        **how,
    ) as process:
        yield process


def _end(process: subprocess.Popen) -> None:
    """Told first: a build ends its compilers, which are in groups of their own, and hold the pipes until then."""
    for way in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, way)
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=PATIENCE)
            return
