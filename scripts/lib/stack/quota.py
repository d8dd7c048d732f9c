"""A part's CPU quota, lifted for a while: for work on the topology that is none of what is measured."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stack.limits import written

# File of a control group, of version 1 and of version 2 -> what says that there is no quota.
NONE = {"cpu.cfs_quota_us": "-1", "cpu.max": "max"}


@contextmanager
def lifted(run: Path, part: str) -> Iterator[None]:
    """Of a topology's folder. Where nothing limits the part, nothing is done; its memory stays limited."""
    files = [folder / name for folder in written(run).get(part, []) for name in NONE]
    before = {file: file.read_text() for file in files if file.exists()}
    try:
        for file in before:
            file.write_text(NONE[file.name])
        yield
    finally:
        for file, quota in before.items():
            file.write_text(quota)
