"""Gatling's simulation.log, as version 3.9 writes it: a record a line, fields apart by tabs, times in milliseconds."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple


class Request(NamedTuple):
    name: str
    start: int  # milliseconds since the epoch
    end: int
    reason: str | None = None  # why it is a KO; None: it is OK

    @property
    def is_ok(self) -> bool:
        return self.reason is None

    @property
    def took(self) -> int:
        return self.end - self.start


@dataclass
class Log:
    simulation: str = ""
    version: str = ""
    start: int = 0
    requests: list[Request] = field(default_factory=list)
    users: dict[str, int] = field(default_factory=dict)  # that began, by scenario
    unfinished: int = 0  # users that began and did not end
    errors: list[str] = field(default_factory=list)  # of the simulation itself

    @property
    def first(self) -> int:
        """When the first request began; before that, Gatling makes itself ready."""
        return min((request.start for request in self.requests), default=self.start)


class Malformed(Exception):
    """What is read is no log, or one of another version."""


def read(file: Path) -> Log:
    with file.open(encoding="utf-8") as lines:
        return parse(lines)


def parse(lines: Iterable[str]) -> Log:
    log = Log()
    for number, line in enumerate(lines, 1):
        try:
            _take(line.rstrip("\n").split("\t"), log)
        except (ValueError, IndexError) as why:
            raise Malformed(f"line {number} of Gatling's log: {line.strip()!r}") from why
    if not log.version.startswith("3.9."):
        raise Malformed(f"a log of Gatling {log.version or '?'}, and 3.9 is known")
    return log


def _take(fields: list[str], log: Log) -> None:
    match fields:
        case ["REQUEST", _, name, start, end, "OK", *_]:
            log.requests.append(Request(name, int(start), int(end)))
        case ["REQUEST", _, name, start, end, "KO", *reason]:
            log.requests.append(Request(name, int(start), int(end), " ".join(reason).strip() or "unknown"))
        case ["USER", scenario, "START", _]:
            log.users[scenario] = log.users.get(scenario, 0) + 1
            log.unfinished += 1
        case ["USER", _, "END", _]:
            log.unfinished -= 1
        case ["ERROR", message, *_]:
            log.errors.append(message)
        case ["RUN", simulation, _, start, _, version, *_]:
            log.simulation, log.start, log.version = simulation, int(start), version.strip()
        case ["GROUP" | "ASSERTION", *_]:
            pass
        case _:
            raise ValueError("unknown record")
