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
    figure, (upper, lower) = plt.subplots(2, sharex=True, figsize=(WIDTH, HEIGHT), height_ratios=(2, 1))
    for name in ("p50", "p99", "max"):
        values = np.array(columns[name], dtype=float)  # None: not a number, a gap
        # Zero has no place on a logarithmic axis; Gatling's clock ticks in milliseconds.
        upper.plot(seconds, np.maximum(values, 0.5), label=name, linewidth=1)
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
    figure, axes = plt.subplots(figsize=(WIDTH, HEIGHT))
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
    """Percentiles of all requests, and CPU for 1,000 of them by component, run beside run."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(WIDTH, HEIGHT))
    places = np.arange(len(named))
    percentiles = ("p50", "p95", "p99", "max")
    for shift, name in enumerate(percentiles):
        values = np.array([summary["requests"]["all"][name] for _, summary in named], dtype=float)
        bars = left.bar(places + 0.2 * (shift - 1.5), np.maximum(values, 0.5), 0.2, label=name)
        left.bar_label(bars, ["" if np.isnan(value) else f"{value:g}" for value in values], fontsize=7)
    left.set(ylabel="milliseconds, all requests", yscale="log")
    left.legend()

    below = np.zeros(len(named))
    for name in _components(named):
        values = np.array([_milliseconds(summary, name) for _, summary in named])
        right.bar(places, values, 0.6, bottom=below, label=name, color=COLOURS.get(name))
        below += values
    right.bar_label(right.bar(places, 0 * below, bottom=below), [f"{total:.0f}" if total else "?" for total in below])
    right.set(ylabel="milliseconds of CPU for 1,000 requests")
    if any(below):
        right.legend()
    for axes in (left, right):
        axes.set_xticks(places, [name for name, _ in named], rotation=20, ha="right")
    _save(figure, file)


def title(summary: Summary) -> str:
    return f"{summary['load']['name']}: {summary['requests']['all']['count']:,} requests, {summary['system']}"


def _components(named: Sequence[tuple[str, Summary]]) -> list[str]:
    """Of all runs, each once, in the order in which they come."""
    return list(dict.fromkeys(name for _, summary in named for name in summary["usage"]["components"]))


def _milliseconds(summary: Summary, component: str) -> float:
    seconds = summary["usage"]["components"].get(component, {}).get("cpu_seconds")
    return 1e6 * (seconds or 0) / (summary["requests"]["all"]["count"] or 1)


def _save(figure: plt.Figure, file: Path) -> None:
    figure.tight_layout()
    figure.savefig(file, dpi=120)
    plt.close(figure)
