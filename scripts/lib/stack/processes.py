"""The figures of a part that is in no control group of its own, from its processes: proc(5)."""

import os
from collections import defaultdict
from contextlib import suppress
from pathlib import Path

from stack.figures import Figures, Unreadable

TICK = 1 / os.sysconf("SC_CLK_TCK")


def figures(service: Path) -> Figures:
    """Of a service of runit, and all processes that come of it; of those that have ended, the CPU time.

    Memory is what each has at its peak by itself, and once the most that one of them shares with others.
    """
    try:
        supervisor = _parent(int((service / "supervise/pid").read_text()))
    except (OSError, ValueError) as error:
        raise Unreadable(f"{service.name} does not run") from error
    tree = _tree(supervisor)
    ticks = 0
    peaks, own, shared = [], [], []
    for pid in tree:
        with suppress(OSError, KeyError):  # it has ended
            ticks += sum(map(int, _fields(pid)[11:15]))
            if pid == supervisor:
                continue
            memory = _memory(pid)
            others = memory["RssFile"] + memory["RssShmem"]
            shared.append(others)
            own.append(memory["RssAnon"])
            peaks.append(max(memory["VmHWM"] - others, memory["RssAnon"]))
    return Figures(
        cpu_seconds=round(ticks * TICK, 6),
        peak_memory_bytes=sum(peaks) + max(shared, default=0),
        memory_without_cache_bytes=sum(own) + max(shared, default=0),
    )


def _tree(root: int) -> list[int]:
    children = defaultdict(list)
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            children[_parent(int(process.name))].append(int(process.name))
    found = [root]
    for pid in found:
        found += children[pid]
    return found


def _fields(pid: int) -> list[str]:
    """Of its stat, from the third on: state, parent, …"""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()


def _parent(pid: int) -> int:
    return int(_fields(pid)[1])


def _memory(pid: int) -> dict[str, int]:
    """The lines of its status that are told in kB, in bytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {
        name: int(value.split()[0]) * 1024
        for name, _, value in (line.partition(":") for line in lines)
        if value.endswith(" kB")
    }
