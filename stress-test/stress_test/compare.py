"""Several runs side by side: a table, and a plot."""

from collections.abc import Sequence
from pathlib import Path

from stress_test.report import TIMES, megabytes, table, verdict
from stress_test.summary import Summary


def comparison(named: Sequence[tuple[str, Summary]]) -> str:
    rows = []
    for name, summary in named:
        figures, usage = summary["requests"]["all"], summary["usage"]
        rows.append(
            (
                name,
                summary["load"]["name"],
                verdict(summary),
                figures["count"],
                figures["ko"],
                *(figures[time] for time in TIMES),
                usage["cpu_seconds_per_1000_requests"],
                usage["throttled_periods"],
                megabytes(usage["peak_memory_bytes"]),
            )
        )
    head = ("run", "load", "", "requests", "KO", *(f"{time}, ms" for time in TIMES))
    return table((*head, "CPU, s for 1,000", "throttled", "peak memory, MiB"), rows)


def names(paths: Sequence[Path]) -> list[str]:
    """Of the folders, and of those above where that is not enough to tell them apart."""
    folders = [path.resolve() if path.is_dir() else path.resolve().parent for path in paths]
    for depth in range(1, max((len(folder.parts) for folder in folders), default=1)):
        found = ["/".join(folder.parts[-depth:]) for folder in folders]
        if len(set(found)) == len(found):
            return found
    return [f"{folder.name} ({number})" for number, folder in enumerate(folders, 1)]
