"""CPU time of running processes, and the core that they run on."""

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

_TICK = 1 / os.sysconf("SC_CLK_TCK")


@contextmanager
def on_core(core: int) -> Iterator[None]:
    """What is started meanwhile runs on that core only, for ever, and so do its threads and children."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def cpu_seconds(*roots: int) -> float:
    """What these processes have used until now: all threads, and all children, those that have ended too.

    The difference of two readings is exact to some 10 ms.
    """
    children: dict[int, list[int]] = defaultdict(list)
    used: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            pid, parent, ticks = _read(stat.read_text())
            children[parent].append(pid)
            used[pid] = ticks
    return sum(used.get(pid, 0) for pid in _trees(roots, children)) * _TICK


def _read(stat: str) -> tuple[int, int, int]:
    """The pid, the parent's, and the ticks that the process and the children it has waited for have used: proc(5)."""
    pid, _, rest = stat.partition(" ")
    fields = rest.rpartition(") ")[2].split()
    return int(pid), int(fields[1]), sum(map(int, fields[11:15]))


def _trees(roots: Sequence[int], children: dict[int, list[int]]) -> set[int]:
    found: set[int] = set()
    to_visit = list(roots)
    while to_visit:
        pid = to_visit.pop()
        if pid not in found:
            found.add(pid)
            to_visit += children.get(pid, [])
    return found
