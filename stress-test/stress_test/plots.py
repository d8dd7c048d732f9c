"""Plots of a run, and of several side by side, as PNG files."""

from collections.abc import Sequence
from pathlib import Path

import matplotlib
import numpy as np

from stress_test.summary import Summary

matplotlib.use("Agg")
from matplotlib import pyplot as plt

WIDTH, HEIGHT = 9, 5
# One colour a component, the same in each plot.
COLOURS = dict(zip(("nginx", "api1", "api2", "postgres"), ("#4878a8", "#e08a3c", "#f0b878", "#5f9e6e"), strict=True))


def latency(summary: Summary, file: Path) -> None:
    """Percentiles and the rate, second by second."""
    columns = summary["over_time"]
    seconds = np.arange(len(columns["count"]))
    figure, (upper, lower) = plt.subplots(
        2, sharex=True, figsize=(WIDTH, HEIGHT), height_ratios=(2, 1), layout="constrained"
    )
    for name in ("p50", "p99", "max"):
        upper.plot(seconds, _floored(columns[name]), label=name, linewidth=1)
    upper.set(ylabel="milliseconds", yscale="log", title=title(summary))
    upper.legend(loc="upper left")
    lower.plot(seconds, columns["count"], label="requests", color="black", linewidth=1)
    if any(columns["ko"]):
        lower.plot(seconds, columns["ko"], label="KO", color="red", linewidth=1)
    lower.set(ylabel="a second", xlabel="seconds", ylim=(0, None))
    lower.legend(loc="upper left")
    _save(figure, file)


def cpu(summary: Summary, file: Path) -> None:
    """CPUs in use by component, over time."""
    taken = summary["cpu_over_time"]
    figure, axes = plt.subplots(figsize=(WIDTH, HEIGHT), layout="constrained")
    for name, values in taken["components"].items():
        limit = summary["usage"]["components"].get(name, {}).get("cpu_limit")
        label = f"{name} (limit {limit:g})" if limit else name
        axes.plot(taken["seconds"], np.array(values, dtype=float), label=label, color=COLOURS.get(name), marker=".")
        if limit:
            axes.axhline(limit, color=COLOURS.get(name), linestyle=":", linewidth=1)
    axes.set(ylabel="CPUs", xlabel="seconds", ylim=(0, None), title=title(summary))
    axes.legend(loc="upper left")
    _save(figure, file)


def comparison(named: Sequence[tuple[str, Summary]], file: Path) -> None:
    """Percentiles of all requests, CPU for 1,000 of them by component, and p99 second by second, run beside run."""
    figure = plt.figure(figsize=(WIDTH, 1.6 * HEIGHT), layout="constrained")
    axes = figure.subplot_mosaic([["left", "right"], ["below", "below"]], height_ratios=(3, 2))
    left, right, below = axes["left"], axes["right"], axes["below"]
    _percentiles(left, named)
    _cpu_by_component(right, named)
    for upper in (left, right):
        upper.set_xticks(range(len(named)), [name for name, _ in named], rotation=20, ha="right")
    for name, summary in named:
        values = _floored(summary["over_time"]["p99"])
        below.plot(np.arange(len(values)), values, label=name, linewidth=1)
    below.set(ylabel="p99, milliseconds", xlabel="seconds", yscale="log")
    below.legend(loc="upper left")
    _save(figure, file)


def _percentiles(axes: plt.Axes, named: Sequence[tuple[str, Summary]]) -> None:
    places = np.arange(len(named))
    for shift, name in enumerate(("p50", "p95", "p99", "max")):
        values = [summary["requests"]["all"][name] for _, summary in named]
        bars = axes.bar(places + 0.2 * (shift - 1.5), _floored(values), 0.2, label=name)
        axes.bar_label(bars, ["" if value is None else f"{value:,}" for value in values], fontsize=7)
    axes.set(ylabel="milliseconds, all requests", yscale="log")
    axes.margins(y=0.15)
    axes.legend()


def _cpu_by_component(axes: plt.Axes, named: Sequence[tuple[str, Summary]]) -> None:
    places, below = np.arange(len(named)), np.zeros(len(named))
    for name in _components(named):
        values = np.array([_milliseconds(summary, name) for _, summary in named])
        axes.bar(places, values, 0.6, bottom=below, label=name, color=COLOURS.get(name))
        below += values
    for place, total in zip(places, below, strict=True):
        axes.annotate(f"{total:.0f}" if total else "?", (place, total), ha="center", va="bottom")
    axes.set(ylabel="milliseconds of CPU for 1,000 requests")
    axes.margins(y=0.15)
    if any(below):
        axes.legend()


def title(summary: Summary) -> str:
    return f"{summary['load']['name']}: {summary['requests']['all']['count']:,} requests, {summary['system']}"


def _floored(values: Sequence[int | None]) -> np.ndarray:
    """For a logarithmic axis, which has no zero (Gatling's clock ticks in milliseconds); what is not known is a gap."""
    return np.maximum(np.array(values, dtype=float), 0.5)


def _components(named: Sequence[tuple[str, Summary]]) -> list[str]:
    """Of all runs, each once, in the order in which they come."""
    return list(dict.fromkeys(name for _, summary in named for name in summary["usage"]["components"]))


def _milliseconds(summary: Summary, component: str) -> float:
    seconds = summary["usage"]["components"].get(component, {}).get("cpu_seconds")
    return 1e6 * (seconds or 0) / (summary["requests"]["all"]["count"] or 1)


def _save(figure: plt.Figure, file: Path) -> None:
    for axes in figure.axes:
        if axes.get_yscale() == "log":
            axes.yaxis.set_major_formatter("{x:g}")
    figure.savefig(file, dpi=120)
    plt.close(figure)
