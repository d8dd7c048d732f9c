"""One rate, held for a while: what became of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from stress_test.usage import Component, Usage

COMPONENTS = ("nginx", "api1", "api2", "postgres")
KINDS = ("creations", "searches", "invalid_searches")  # of users
CREATIONS = ("criação", "consulta")  # the requests of those who create


@dataclass(frozen=True)
class Part:
    """What a component used; None: not known."""

    cpus: float | None  # on average
    cpu_limit: float | None
    throttled_periods: int | None
    periods: int | None
    peak_memory_bytes: int | None  # since its start


@dataclass(frozen=True)
class Step:
    rate: int  # creations a second
    faults: list[str]  # why it does not hold; none: it does
    requests: int
    requests_per_second: float
    ko: int
    p50: float  # of all requests, in milliseconds; so are the next ones
    p99: float
    creation_p99: float  # of these alone
    longest: float
    late: float  # p99 of how much later than due users came: the generator's own weakness
    generator_cpus: float
    parts: dict[str, Part]
    load: dict[str, Any]  # the generator's whole report

    @property
    def holds(self) -> bool:
        return not self.faults


def step_of(
    rate: int,
    load: dict[str, Any],
    before: Usage,
    after: Usage,
    added: int,
    p99_limit: float,
    judged: Sequence[str] = (),
) -> Step:
    """Of the generator's report, of what was used before and after, and of how many persons there are more then.

    `judged`: the requests whose faults and latencies count, each for itself; none: all of them together.
    """
    everything, seconds = load["latency_ms"]["all"], load["elapsed_seconds"]
    used = after.since(before).components
    return Step(
        rate=rate,
        faults=_faults(load, added, p99_limit, judged),
        requests=load["requests"],
        requests_per_second=load["requests"] / load["seconds"],
        ko=load["ko"],
        p50=everything["p50"],
        p99=everything["p99"],
        creation_p99=load["latency_ms"][CREATIONS[0]]["p99"],
        longest=everything["max"],
        late=load["late_ms"]["p99"],
        generator_cpus=load["cpu_seconds"] / seconds,
        parts={name: _part(used[name], seconds) for name in COMPONENTS},
        load=load,
    )


def _faults(load: dict[str, Any], added: int, p99_limit: float, judged: Sequence[str]) -> list[str]:
    faults = [
        f"{count} times {reason}"
        for reason, count in load["ko_by_reason"].items()
        if not judged or reason.startswith(tuple(f"{name}:" for name in judged))
    ]
    planned = round(load["seconds"] * sum(load[f"{kind}_per_second"] for kind in KINDS))
    if abs(load["users"] - planned) > len(KINDS):  # each is rounded for itself
        faults.append(f"{load['users']} of {planned} users came")
    for name in judged or ("all",):
        p99 = load["latency_ms"][name]["p99"]
        if p99 >= p99_limit:
            faults.append(f"p99 is {p99:.0f} ms" + (f" ({name})" if judged else ""))
    created = load["creations_by_status"].get("201", 0)
    if added != created:
        faults.append(f"{added} persons more after {created} answers 201")
    return faults


def _part(used: Component, seconds: float) -> Part:
    return Part(
        cpus=None if used.cpu_seconds is None else used.cpu_seconds / seconds,
        cpu_limit=used.cpu_limit,
        throttled_periods=used.throttled_periods,
        periods=used.periods,
        peak_memory_bytes=used.peak_memory_bytes,
    )
