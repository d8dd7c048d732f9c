"""What a run's requests took, in all and second by second. Times in milliseconds, as Gatling measures them."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stress_test.gatling_log import Request

PERCENTILES = (50, 75, 95, 99)


def percentile(ordered: Sequence[int], percent: float) -> int:
    """Of values in order, at least one: the least that so many of a hundred do not exceed (nearest rank)."""
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]


@dataclass(frozen=True)
class Latencies:
    """Of OK and KO alike; None where there was no request."""

    count: int
    ko: int
    p50: int | None
    p75: int | None
    p95: int | None
    p99: int | None
    max: int | None

    @staticmethod
    def of(requests: Sequence[Request]) -> "Latencies":
        ordered = sorted(request.took for request in requests)
        ko = sum(not request.is_ok for request in requests)
        if not ordered:
            return Latencies(0, 0, None, None, None, None, None)
        return Latencies(len(ordered), ko, *(percentile(ordered, percent) for percent in PERCENTILES), ordered[-1])

    @property
    def ok(self) -> int:
        return self.count - self.ko


def by_name(requests: Iterable[Request]) -> dict[str, Latencies]:
    groups: dict[str, list[Request]] = defaultdict(list)
    for request in requests:
        groups[request.name].append(request)
    return {name: Latencies.of(groups[name]) for name in sorted(groups)}


def reasons(requests: Iterable[Request]) -> dict[str, int]:
    """How many KO there were for each reason, the most frequent first."""
    counted = Counter(f"{request.name}: {request.reason}" for request in requests if not request.is_ok)
    return dict(counted.most_common())


def over_time(requests: Iterable[Request], start: int) -> dict[str, list[int | None]]:
    """Columns, a row a second from `start` on: requests that began then, the KO among them, and what they took."""
    seconds: dict[int, list[Request]] = defaultdict(list)
    for request in requests:
        seconds[max(0, request.start - start) // 1000].append(request)
    rows = [Latencies.of(seconds.get(second, [])) for second in range(max(seconds, default=-1) + 1)]
    names = ("count", "ko", "p50", "p99", "max")
    return {name: [getattr(row, name) for row in rows] for name in names}
