"""The figures of a control group, of either version."""

from collections.abc import Sequence
from pathlib import Path

from stack.figures import Figures, without_cache

# Version 1 has no word for "no limit" but a number that no machine reaches.
BOUNDLESS = 1 << 62


def figures(folders: Sequence[Path]) -> Figures:
    """Of the folders of one group: of version 1 one in each hierarchy, of version 2 one."""
    return _of_version_2(folders[0]) if is_version_2(folders) else _of_version_1(folders)


def is_version_2(folders: Sequence[Path]) -> bool:
    return (folders[0] / "cgroup.controllers").exists()


def _of_version_1(folders: Sequence[Path]) -> Figures:
    cpu = _table(folders, "cpu.stat")
    memory = _table(folders, "memory.stat")
    used = _number(folders, "cpuacct.usage")
    quota, period = _number(folders, "cpu.cfs_quota_us"), _number(folders, "cpu.cfs_period_us")
    limit = _number(folders, "memory.limit_in_bytes")
    return Figures(
        cpu_seconds=_scaled(used, 1e-9),
        peak_memory_bytes=_number(folders, "memory.max_usage_in_bytes"),
        memory_without_cache_bytes=without_cache(memory),
        throttled_periods=cpu.get("nr_throttled"),
        throttled_seconds=_scaled(cpu.get("throttled_time"), 1e-9),
        periods=cpu.get("nr_periods"),
        cpu_limit=quota / period if quota and period and quota > 0 else None,
        memory_limit_bytes=limit if limit is not None and limit < BOUNDLESS else None,
    )


def _of_version_2(group: Path) -> Figures:
    cpu = _table([group], "cpu.stat")
    memory = _table([group], "memory.stat")
    quota, _, period = (_text([group], "cpu.max") or "max 0").partition(" ")
    return Figures(
        cpu_seconds=_scaled(cpu.get("usage_usec"), 1e-6),
        peak_memory_bytes=_number([group], "memory.peak"),  # from Linux 5.19 on
        memory_without_cache_bytes=without_cache(memory),
        throttled_periods=cpu.get("nr_throttled"),
        throttled_seconds=_scaled(cpu.get("throttled_usec"), 1e-6),
        periods=cpu.get("nr_periods"),
        cpu_limit=int(quota) / int(period) if quota != "max" else None,
        memory_limit_bytes=_number([group], "memory.max"),
    )


def _text(folders: Sequence[Path], file: str) -> str | None:
    """Of the first that has it: what its hierarchy does not know, a group's folder lacks."""
    for folder in folders:
        try:
            return (folder / file).read_text().strip()
        except OSError:
            pass
    return None


def _number(folders: Sequence[Path], file: str) -> int | None:
    text = _text(folders, file)
    return int(text) if text and text != "max" else None


def _table(folders: Sequence[Path], file: str) -> dict[str, int]:
    lines = (_text(folders, file) or "").splitlines()
    return {name: int(value) for name, value in (line.split() for line in lines)}


def _scaled(value: int | None, by: float) -> float | None:
    return None if value is None else round(value * by, 6)
