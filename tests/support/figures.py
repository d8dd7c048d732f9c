"""Figures as people read them."""

import json
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Spread:
    least: float
    median: float
    most: float

    def __str__(self) -> str:
        return f"{_short(self.least)} / {_short(self.median)} / {_short(self.most)}"


def spread(values: Iterable[float]) -> Spread:
    """Of at least one value."""
    all_of_them = list(values)
    return Spread(min(all_of_them), statistics.median(all_of_them), max(all_of_them))


def _short(value: float) -> str:
    return f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}" if abs(value) < 100 else f"{value:,.0f}"


def write_json(runs: Iterable[Any], to: Path) -> None:
    """Each of these dataclasses as an object."""
    to.write_text(json.dumps([asdict(run) for run in runs], indent=1) + "\n")


def cell(value: object) -> str:
    return _short(value) if isinstance(value, float) else str(value)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """In Markdown, and in columns: floats with three digits or so."""
    lines = [list(head), *([cell(value) for value in row] for row in rows)]
    widths = [max(len(line[n]) for line in lines) for n in range(len(head))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join("| " + " | ".join(map(str.ljust, line, widths)) + " |" for line in lines)
