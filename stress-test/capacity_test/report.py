"""The curve: as a table in Markdown, as JSON, and as a plot."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from capacity_test.step import COMPONENTS, Step
from stress_test import report

HEAD = ["creations/s", "requests/s", "p50, ms", "p99, ms", "creation p99, ms", "longest, ms", "KO"]
HEAD += [f"{name}, CPU" for name in COMPONENTS]
HEAD += ["throttled periods", "generator, CPU", "came late, ms", "holds"]


def table(steps: Sequence[Step]) -> str:
    """By rate."""
    return report.table(HEAD, [_row(step) for step in sorted(steps, key=lambda step: step.rate)])


def _row(step: Step) -> list[str]:
    throttled = {name: part.throttled_periods for name, part in step.parts.items()}
    stopped = ", ".join(f"{name} {periods}" for name, periods in throttled.items() if periods)
    return [
        f"{step.rate:,}",
        f"{step.requests_per_second:,.0f}",
        f"{step.p50:.1f}",
        f"{step.p99:.1f}",
        f"{step.creation_p99:.1f}",
        f"{step.longest:.0f}",
        f"{step.ko:,}",
        *("?" if part.cpus is None else f"{part.cpus:.2f}" for part in step.parts.values()),
        "?" if None in throttled.values() else stopped or "none",
        f"{step.generator_cpus:.2f}",
        f"{step.late:.1f}",
        "yes" if step.holds else "no: " + "; ".join(step.faults),
    ]


def conclusion(capacity: int | None, seconds: int, p99_limit: float, rows: int, judged: str) -> str:
    held = f"{seconds} s with 0 KO and p99 under {p99_limit:g} ms"
    if judged != "all":
        held += f" of the {judged}, whatever the others do"
    if rows:
        held += f", beside {rows:,} persons that were there before"
    return f"{capacity:,} creations/s hold for {held}" if capacity else f"no rate holds for {held}"


def write(folder: Path, steps: Sequence[Step], said: str, about: dict[str, Any]) -> None:
    """capacity.md, capacity.json and capacity.png in that folder."""
    folder.mkdir(parents=True, exist_ok=True)
    facts = report.table(("", ""), report.facts(about))
    (folder / "capacity.md").write_text(f"# {said}\n\n{table(steps)}\n\n{facts}\n")
    ordered = sorted(steps, key=lambda step: step.rate)
    document = {"conclusion": said, **about, "steps": [{"holds": step.holds, **asdict(step)} for step in ordered]}
    (folder / "capacity.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    plot(folder / "capacity.png", ordered, said)


def plot(file: Path, steps: Sequence[Step], title: str) -> None:
    """Latencies above, CPU by component below, over the rate; a rate that does not hold is a cross."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (above, below) = pyplot.subplots(2, sharex=True, figsize=(9, 8), layout="constrained")
    rates = [step.rate for step in steps]
    for name, values in (("p50", [step.p50 for step in steps]), ("p99", [step.p99 for step in steps])):
        (line,) = above.plot(rates, values, label=name)
        for step, value in zip(steps, values, strict=True):
            above.plot(step.rate, value, "o" if step.holds else "x", color=line.get_color())
    above.set(yscale="log", ylabel="ms", title=title)
    above.legend()
    for name in COMPONENTS:
        parts = [step.parts[name] for step in steps]
        (line,) = below.plot(rates, [part.cpus for part in parts], marker="o", label=name)
        limit = parts[-1].cpu_limit if parts else None
        if limit:
            below.axhline(limit, linestyle=":", color=line.get_color())
    below.set(xlabel="creations/s", ylabel="CPU (dotted: limit)", ylim=(0, None))
    below.legend()
    above.yaxis.set_major_formatter("{x:g}")
    above.yaxis.set_minor_formatter("{x:g}")
    figure.savefig(file, dpi=120)
    pyplot.close(figure)
