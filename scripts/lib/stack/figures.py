"""What is told of a part."""

from collections.abc import Mapping
from dataclasses import dataclass

# The parts, and what they are called in the answer.
COMPONENTS = {"nginx": "nginx", "api-1": "api1", "api-2": "api2", "postgres": "postgres"}


@dataclass(frozen=True)
class Figures:
    """Since its start; None: not known."""

    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    memory_without_cache_bytes: int | None = None  # now; without the files that the kernel keeps in memory
    throttled_periods: int | None = None
    throttled_seconds: float | None = None
    periods: int | None = None
    cpu_limit: float | None = None  # processors
    memory_limit_bytes: int | None = None


def without_cache(memory: Mapping[str, int]) -> int | None:
    """Of the table memory.stat: what no file stands behind, shared memory included.

    (Version 1 counts a group without its children, and in lines that begin with total_ with them.)
    """
    kinds = ("active_anon", "inactive_anon")
    parts = [memory.get(f"total_{kind}", memory.get(kind)) for kind in kinds]
    return None if None in parts else sum(parts)


class Unreadable(Exception):
    """Why there are no figures."""
