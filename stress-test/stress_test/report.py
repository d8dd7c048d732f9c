"""A run for people to read, in Markdown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stress_test.summary import Summary

MEGABYTE = 1 << 20  # as those that limit memory mean it

TIMES = ("p50", "p75", "p95", "p99", "max")


def markdown(summary: Summary) -> str:
    parts = [
        f"# Stress test, {summary['load']['name']}: {verdict(summary)}",
        f"{summary['when']}, `{summary['command']}`, {summary['system']}",
        _checks(summary),
        "## Requests\n\nTimes in milliseconds, as Gatling measures them, of OK and KO alike.",
        _requests(summary),
        _reasons(summary),
        "## CPU and memory",
        _usage(summary),
        "![](latency.png)\n\n![](cpu.png)" if summary["usage"]["source"] else "![](latency.png)",
        "Gatling's own report is in `gatling`.",
        "## Machine",
        table(("", ""), facts(summary["machine"])),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def verdict(summary: Summary) -> str:
    if not summary["perfect"]:
        return "not perfect"
    unknown = [check["name"] for check in summary["checks"] if check["found"] is None]
    return f"no fault, but not checked: {', '.join(unknown)}" if unknown else "perfect"


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The first column holds names, the others figures; None is not known."""
    lines = [list(head), ["---", *["---:"] * (len(head) - 1)], *([cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def cell(value: Any) -> str:
    if value is None:
        return "?"
    if isinstance(value, float):
        return f"{value:,.3f}" if value < 1 else f"{value:,.1f}"
    return f"{value:,}" if isinstance(value, int) else str(value).replace("\n", " ").replace("|", r"\|")


def facts(machine: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What is known of it, sizes as the report has them."""
    known = [(name, value) for name, value in machine.items() if value]
    return [("memory, MiB", megabytes(value)) if name == "memory_bytes" else (name, value) for name, value in known]


def megabytes(size: int | None) -> float | None:
    return None if size is None else size / MEGABYTE


def _checks(summary: Summary) -> str:
    rows = [(check["name"], check["wanted"], check["found"], check["verdict"]) for check in summary["checks"]]
    return table(("check", "wanted", "found", ""), rows)


def _requests(summary: Summary) -> str:
    rows = [
        (name, figures["count"], figures["count"] - figures["ko"], figures["ko"], *(figures[time] for time in TIMES))
        for name, figures in summary["requests"].items()
    ]
    answers = ", ".join(f"{number:,} with {status}" for status, number in summary["answers"].items())
    return table(("", "requests", "OK", "KO", *TIMES), rows) + f"\n\nCreations were answered: {answers or 'none'}."


def _reasons(summary: Summary) -> str:
    reasons = summary["reasons"] | dict.fromkeys(summary["errors"], "an error")
    return table(("KO", "times"), reasons.items()) if reasons else ""


def _usage(summary: Summary) -> str:
    usage, generator = summary["usage"], summary["generator"]
    gatling = (
        f"Gatling itself used {cell(generator['cpu_seconds'])} s of CPU and "
        f"{cell(megabytes(generator['peak_memory_bytes']))} MiB."
    )
    if not usage["source"]:
        return f"Of the system under test: not measured. {gatling}"
    requests = summary["requests"]["all"]["count"] or 1
    parts = usage["components"] | {"in all": usage}
    rows = [(name, *_used(part, requests)) for name, part in parts.items()]
    head = ("", "CPU, s", "s for 1,000 requests", "limit, CPUs", "throttled periods")
    memory = ("peak memory, MiB", "without cache, MiB", "limit, MiB")
    return f"{table((*head, *memory), rows)}\n\nFigures by {usage['source']}. {gatling}"


def _used(part: dict[str, Any], requests: int) -> Sequence[Any]:
    """The columns of a component, or of all of them, who have no limits in common."""
    cpu, throttled, periods = part["cpu_seconds"], part["throttled_periods"], part.get("periods")
    sizes = [part[name] for name in ("peak_memory_bytes", "memory_without_cache_bytes")]
    return (
        cpu,
        None if cpu is None else 1000 * cpu / requests,
        part.get("cpu_limit", ""),
        throttled if throttled is None or periods is None else f"{throttled:,} of {periods:,}",
        *map(megabytes, sizes),
        megabytes(part["memory_limit_bytes"]) if "memory_limit_bytes" in part else "",
    )
