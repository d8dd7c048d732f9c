"""Where this machine keeps control groups: cgroups(7)."""

import re
from dataclasses import dataclass
from pathlib import Path

# What limits and counts; of version 1 each may have a hierarchy of its own.
V1_CONTROLLERS = ("cpu", "cpuacct", "memory")
V2_CONTROLLERS = ("cpu", "memory")


class Unlimited(Exception):
    """Why there can be no limits here."""


@dataclass(frozen=True)
class Hierarchies:
    version: int
    roots: tuple[Path, ...]  # mount points: of version 2 the one


def hierarchies(mounts: str) -> Hierarchies:
    """Of the text of /proc/mounts. Version 2 counts where it has the controllers, which nothing else may hold then."""
    held: dict[str, Path] = {}
    unified = None
    for line in mounts.splitlines():
        _, at, kind, options, *_ = line.split(" ")
        path = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), at))
        if kind == "cgroup2":
            unified = unified or path
        elif kind == "cgroup":
            for option in options.split(","):
                held.setdefault(option, path)
    if unified and set(V2_CONTROLLERS) <= set(words(unified / "cgroup.controllers")):
        return Hierarchies(2, (unified,))
    missing = [name for name in V1_CONTROLLERS if name not in held]
    if not missing:
        return Hierarchies(1, tuple(dict.fromkeys(held[name] for name in V1_CONTROLLERS)))
    raise Unlimited(f"no control groups for {' and '.join(missing)} are mounted")


def words(file: Path) -> list[str]:
    """Of a file that may be missing."""
    try:
        return file.read_text().split()
    except FileNotFoundError:
        return []


def group_of(pid: int, root: Path) -> Path:
    """The group of version 2 that a process is in."""
    for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
        if line.startswith("0::/"):
            return root / line.removeprefix("0::/")
    raise Unlimited(f"process {pid} is in no group of version 2")
