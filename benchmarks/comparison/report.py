"""A comparison as a table in Markdown, and as JSON."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from comparison.verdict import RULE, Comparison, spread
from support.figures import table

HEAD = ["benchmark", "base, ns", "head, ns", "ratio", "spread of base", "of head", "p", "verdict"]


def text(base: str, head: str, rounds: int, all_of_them: Sequence[Comparison], left_out: Sequence[str]) -> str:
    """`left_out`: what only one of them has, a line each."""
    about = f"base: {base}; head: {head}; CPU time of an iteration, median of {rounds} rounds"
    return "\n".join([about, "", table(HEAD, map(_row, all_of_them)), "", RULE, *left_out])


def _row(one: Comparison) -> list[object]:
    return [
        one.name,
        statistics.median(one.base),
        statistics.median(one.head),
        f"{one.ratio:.3f}",
        f"{spread(one.base):.1%}",
        f"{spread(one.head):.1%}",
        f"{one.p:.3f}",
        one.verdict,
    ]


def document(base: str, head: str, all_of_them: Sequence[Comparison], left_out: Sequence[str]) -> dict[str, Any]:
    benchmarks = [asdict(one) for one in all_of_them]
    return {"base": base, "head": head, "rule": RULE, "left_out": list(left_out), "benchmarks": benchmarks}
