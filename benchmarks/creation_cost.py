"""What a creation costs in CPU, part by part, in the contest's topology: at constant rates, and at saturation."""

import argparse
import gc
import itertools
import sys
from dataclasses import dataclass
from pathlib import Path

from capacity_test import topology
from stress_test import signals
from stress_test.system import Trouble
from support.api import Api, person
from support.cpu import cpu_seconds
from support.figures import table, write_json
from support.load import Load, Request, census, creation, percentile
from support.program import Metrics
from support.topology import FRONT, INSTANCES, Service
from support.wire import Connection
from support.wrk import Void, wrk

SCRIPT = Path(__file__).with_name("creations.lua")
SATURATION = "saturation"
SKILLS = ["C#", "Node", "Oracle", "Postgres", "Java", "Go"]
BUSY, ROWS = 1200, 1.1  # from so many creations a second on, batches must have so many rows on average
# At saturation, on a machine where nginx' `return 200` costs 10.9 µs (Zen 1, 2 GHz).
REFERENCE = ["reference, saturated", "", 48.0, 33.0, 25.0, 106.0]


@dataclass(frozen=True)
class Reading:
    """CPU seconds, rows, batches and the seconds until their commits, until now."""

    nginx: float
    instances: float
    postgres: float
    rows: float
    batches: float
    committing: float


@dataclass(frozen=True)
class Client:
    """What the clients saw; times in seconds."""

    requests: int
    seconds: float
    p50: float
    p99: float
    longest: float
    failures: int
    late: float | None = None  # p99 of how much later than due a request was sent: the generator's own weakness


@dataclass(frozen=True)
class Run:
    rate: float | None  # asked for; None: as many as are taken
    client: Client
    nginx: float  # microseconds of CPU for a request, this one and the next two
    instances: float
    postgres: float
    rows: float  # in a batch, on average
    commit: float  # seconds from the sending of a batch to its commit, on average

    @property
    def name(self) -> str:
        return f"{self.rate:,.0f}" if self.rate else SATURATION

    @property
    def row(self) -> list[object]:
        client = self.client
        cpu = [self.nginx, self.instances, self.postgres]
        times = [1000 * seconds for seconds in (client.p50, client.p99, client.longest)]
        late = "" if client.late is None else 1000 * client.late
        return [
            self.name,
            client.requests / client.seconds,
            *cpu,
            sum(cpu),
            self.rows,
            1000 * self.commit,
            *times,
            late,
            client.failures,
        ]


HEAD = ["creations/s", "done/s", "nginx", "instances", "PostgreSQL", "in all", "rows a batch", "commit, ms"]
HEAD += ["p50, ms", "p99, ms", "longest, ms", "sent late, ms", "failures"]


def read(folder: Path) -> Reading:
    def cpu(*parts: str) -> float:
        return cpu_seconds(*(Service(folder, part).pid for part in parts))

    rows = batches = committing = 0.0
    for admin in INSTANCES.values():
        with Connection(admin) as connection:
            metrics = Metrics(connection.request("GET", "/metrics").body.decode())
        rows += metrics.value("pessoas_insert_batch_rows_sum")
        batches += metrics.value("pessoas_insert_batch_rows_count")
        committing += metrics.value("pessoas_insert_flush_seconds_sum")
    return Reading(cpu("nginx"), cpu(*INSTANCES), cpu("postgres"), rows, batches, committing)


def at_rate(rate: float, connections: int, seconds: int) -> Client:
    numbers = itertools.count()

    def make() -> Request:
        n = next(numbers)
        return creation(person(nome=f"Joana da Silva Souza {n}", stack=SKILLS[: n % (len(SKILLS) + 1)]))

    requests = Load([FRONT], connections, rate, make).run(seconds)
    failures = sum(number for fate, number in census(requests).items() if fate != "201")
    lags = sorted(request.sent - request.due for request in requests)
    took = max(request.ended for request in requests) - requests[0].due
    percentiles = [percentile(requests, q) for q in (0.5, 0.99, 1)]
    return Client(len(requests), took, *percentiles, failures, lags[int(0.99 * len(lags))])


def saturated(connections: int, seconds: int) -> Client:
    outcome = wrk(FRONT.url + "/pessoas", connections, seconds, script=SCRIPT)
    return Client(outcome.requests, outcome.seconds, outcome.p50, outcome.p99, outcome.longest, 0)


def measure(folder: Path, rate: float | None, connections: int, seconds: int) -> Run:
    before = read(folder)
    client = at_rate(rate, connections, seconds) if rate else saturated(connections, seconds)
    after = read(folder)

    def microseconds(part: str) -> float:
        return (getattr(after, part) - getattr(before, part)) / client.requests * 1e6

    cpu = [microseconds(part) for part in ("nginx", "instances", "postgres")]
    batches = after.batches - before.batches
    rows, commit = (after.rows - before.rows) / batches, (after.committing - before.committing) / batches
    return Run(rate, client, *cpu, rows, commit)


def complaints(runs: list[Run], count: int) -> list[str]:
    """What is not as required."""
    found = [
        f"{run.rows:.2f} rows a batch at {run.name}; {ROWS} are wanted"
        for run in runs
        if (run.rate is None or run.rate >= BUSY) and run.rows < ROWS
    ]
    found += [f"{run.client.failures} failures at {run.name}" for run in runs if run.client.failures]
    # wrk leaves at the end without its last answers.
    done = sum(run.client.requests - run.client.failures for run in runs)
    if not 0 <= count - done <= 2000:
        found.append(f"{done} creations were answered with 201, and there are {count} persons")
    return found


def main() -> None:
    signals.heed()  # the topology ends
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rates", nargs="+", default=["600", "1200", "2400", SATURATION], help="creations a second")
    parser.add_argument("--connections", type=int, default=250, help="kept alive")
    parser.add_argument("--seconds", type=int, default=30, help="of one run")
    parser.add_argument("--json", type=Path, help="write each run to this file")
    options = parser.parse_args()

    rates = [None if rate == SATURATION else float(rate) for rate in options.rates]
    gc.disable()  # its pauses would be taken for the server's
    with topology.fresh():
        Load([FRONT], 20, 200).run(2)  # warm
        before = Api(FRONT).count()
        runs = [measure(topology.RUN, rate, options.connections, options.seconds) for rate in rates]
        count = Api(FRONT).count() - before
    if options.json:
        write_json(runs, options.json)
    print(f"POST /pessoas over {options.connections} connections: µs of CPU a request, and what the clients saw\n")
    reference = REFERENCE + [""] * (len(HEAD) - len(REFERENCE))
    print(table(HEAD, [*(run.row for run in runs), reference]))
    if found := complaints(runs, count):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    try:
        main()
    except (Void, Trouble) as why:
        sys.exit(f"void: {why}")
