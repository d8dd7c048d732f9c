"""What is known of a run, as a document of JSON: the one thing that reports, plots and comparisons are made from."""

import json
from dataclasses import asdict
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from stress_test import machine
from stress_test.arrivals import Load
from stress_test.checks import Check, Persons, check, is_perfect
from stress_test.gatling import Outcome
from stress_test.gatling_log import Log
from stress_test.latency import Latencies, by_name, over_time, reasons
from stress_test.system import System
from stress_test.usage import Component, Sample

FILE = "summary.json"
MEMORY = "memory_without_cache_bytes"

Summary = dict[str, Any]


def summarise(
    system: System, load: Load, log: Log, outcome: Outcome, expected: int, persons: Persons, samples: list[Sample]
) -> Summary:
    """`samples` are readings from before the first request to after the last."""
    names = by_name(log.requests)
    everything = Latencies.of(log.requests)
    checks = check(load, log, names, outcome.answers, expected, persons)
    used = samples[-1].usage.since(samples[0].usage)
    cpu = used.total("cpu_seconds")
    memory = {name: _most(samples, name) for name in used.components}
    return {
        "perfect": is_perfect(checks),
        "checks": [_as_document(each) for each in checks],
        "system": system.name,
        "when": f"{datetime.fromtimestamp(log.start / 1000):%Y-%m-%d %H:%M}",
        "load": {"name": load.name, "rate": load.rate, "ramp_seconds": load.ramp},
        "expected_maximum": expected,
        "persons": asdict(persons),
        "answers": outcome.answers,
        "requests": {"all": asdict(everything)} | {name: asdict(latencies) for name, latencies in names.items()},
        "reasons": reasons(log.requests),
        "errors": log.errors,
        "usage": {
            "source": used.source,
            "components": {name: asdict(part) | {MEMORY: memory[name]} for name, part in used.components.items()},
            "cpu_seconds": cpu,
            "cpu_seconds_per_1000_requests": 1000 * cpu / everything.count if cpu and everything.count else None,
            "peak_memory_bytes": used.total("peak_memory_bytes"),
            MEMORY: None if not memory or None in memory.values() else sum(memory.values()),
            "throttled_periods": used.total("throttled_periods"),
        },
        "generator": {"cpu_seconds": outcome.cpu_seconds, "peak_memory_bytes": outcome.peak_memory_bytes},
        "over_time": over_time(log.requests, log.first),
        "cpu_over_time": _cpu_over_time(samples, log.first / 1000),
        "machine": machine.describe({"java": "java -version"} | dict(system.programs)) | {"gatling": log.version},
    }


def _as_document(each: Check) -> dict[str, Any]:
    return asdict(each) | {"verdict": str(each.verdict)}


def _most(samples: list[Sample], component: str) -> int | None:
    """The most memory, without cache, that was seen: what a reading tells is of that time only."""
    seen = [sample.usage.components.get(component, Component()).memory_without_cache_bytes for sample in samples]
    return max((size for size in seen if size is not None), default=None)


def _cpu_over_time(samples: list[Sample], start: float) -> dict[str, Any]:
    """CPUs that each part used from a reading to the next; `seconds` has the ends of those times."""
    pairs = list(pairwise(samples))
    components: dict[str, list[float | None]] = {name: [] for name in samples[0].usage.components}
    for before, after in pairs:
        used = after.usage.since(before.usage)
        for name, values in components.items():
            seconds = used.components[name].cpu_seconds if name in used.components else None
            values.append(None if seconds is None else round(seconds / (after.at - before.at), 4))
    return {"seconds": [round(after.at - start, 1) for _, after in pairs], "components": components}


def write(summary: Summary, folder: Path) -> None:
    (folder / FILE).write_text(json.dumps(summary, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> Summary:
    """Of a run's folder, or the file itself."""
    file = path / FILE if path.is_dir() else path
    return json.loads(file.read_text(encoding="utf-8"))
