"""What the parts of the system under test have used, as a command reports it in JSON."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from stress_test import shell

# Grow while the part runs; the others are states.
CUMULATIVE = {"cpu_seconds", "throttled_periods", "throttled_seconds", "periods"}

PATIENCE = 30  # seconds, for a reading


@dataclass(frozen=True)
class Component:
    """None: not known."""

    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None  # since its start
    memory_without_cache_bytes: int | None = None  # now, without the files that the kernel keeps in memory for it
    throttled_periods: int | None = None  # in which its quota was used up
    throttled_seconds: float | None = None
    periods: int | None = None
    cpu_limit: float | None = None  # in CPUs
    memory_limit_bytes: int | None = None

    def since(self, before: "Component") -> "Component":
        """What was used between two readings; not known where the account began anew (a container that died)."""

        def value(name: str) -> Any:
            now, then = getattr(self, name), getattr(before, name)
            if name not in CUMULATIVE:
                return now
            return None if now is None or then is None or now < then else round(now - then, 6)

        return Component(**{each.name: value(each.name) for each in fields(Component)})


@dataclass(frozen=True)
class Usage:
    components: dict[str, Component] = field(default_factory=dict)
    source: str | None = None  # where the figures are from; None: there are none

    def since(self, before: "Usage") -> "Usage":
        nothing = Component()
        parts = {name: part.since(before.components.get(name, nothing)) for name, part in self.components.items()}
        return Usage(parts, self.source)

    def total(self, figure: str) -> Any:
        """None where one part's is not known."""
        values = [getattr(part, figure) for part in self.components.values()]
        return sum(values) if values and None not in values else None


class Unreadable(Exception):
    """The command failed, did not end, or printed something else."""


def parse(text: str) -> Usage:
    known = {each.name for each in fields(Component)}
    try:
        document = json.loads(text)
        components = {
            name: Component(**{figure: value for figure, value in figures.items() if figure in known})
            for name, figures in document["components"].items()
        }
        return Usage(components, document["source"])
    except (ValueError, KeyError, TypeError, AttributeError) as why:
        raise Unreadable(f"no report of usage: {text[:200]!r}") from why


def read(command: str | None, folder: Path) -> Usage:
    """By a shell command that is run in `folder`; without one there are no figures."""
    if not command:
        return Usage()
    try:
        return parse(shell.output(command, folder, PATIENCE))
    except shell.Failed as why:
        raise Unreadable(str(why)) from why


@dataclass(frozen=True)
class Sample:
    at: float  # seconds since the epoch
    usage: Usage


@contextmanager
def sampled(command: str | None, folder: Path, interval: float) -> Iterator[list[Sample]]:
    """Readings at the beginning, every so many seconds, and at the end: complete after the body."""
    samples: list[Sample] = []
    ended = threading.Event()

    def take() -> None:
        samples.append(Sample(time.time(), read(command, folder)))

    def go_on() -> None:
        while not ended.wait(interval):
            # A point less in the plot; the first and the last reading do not fail in silence.
            with suppress(Unreadable):
                take()

    take()
    sampler = threading.Thread(target=go_on, daemon=True)
    if command:
        sampler.start()
    try:
        yield samples
    finally:
        ended.set()
        if command:
            sampler.join()
    take()
