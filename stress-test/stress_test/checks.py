"""Whether a run was perfect."""

from dataclasses import dataclass
from enum import StrEnum

from stress_test.arrivals import CREATION, INVALID_SEARCH, LOOKUP, SEARCH, Load
from stress_test.gatling_log import Log
from stress_test.latency import Latencies


class Verdict(StrEnum):
    PASSED = "passed"
    FAILED = "FAILED"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True)
class Check:
    name: str
    wanted: int
    found: int | None  # None: nobody can tell

    @property
    def verdict(self) -> Verdict:
        if self.found is None:
            return Verdict.NOT_CHECKED
        return Verdict.PASSED if self.found == self.wanted else Verdict.FAILED


@dataclass(frozen=True)
class Persons:
    """How many there are, as far as it is known."""

    rows: int | None  # by the database
    count: int | None  # by the API


def check(
    load: Load, log: Log, names: dict[str, Latencies], answers: dict[str, int], expected: int, after: Persons
) -> list[Check]:
    """Of a run that began with no person."""
    sent = {name: latencies.count for name, latencies in names.items()}
    created = answers.get("201", 0)
    planned = {CREATION: load.creations, SEARCH: load.searches, INVALID_SEARCH: load.invalid_searches, LOOKUP: created}
    return [
        *(Check(f"requests: {name}", number, sent.get(name, 0)) for name, number in planned.items()),
        Check("KO", 0, sum(latencies.ko for latencies in names.values())),
        Check("errors of the simulation, users without an end", 0, len(log.errors) + log.unfinished),
        Check("answers 201, of the expected maximum", expected, created),
        Check("rows in the database", expected, after.rows),
        Check("count by the API", expected, after.count),
    ]


def is_perfect(checks: list[Check]) -> bool:
    """As far as it was checked."""
    return all(check.verdict is not Verdict.FAILED for check in checks)
