"""What a search costs by the length of its term, with persons who match and without, in the contest's topology.

One connection, which sends its next request as soon as it is answered.
"""

import argparse
import gc
import itertools
import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from capacity_test import topology
from stress_test import filling, signals
from stress_test.system import Trouble
from support import searches
from support.cpu import cpu_seconds
from support.figures import table, write_json
from support.load import Load, Request, percentile
from support.postgres import query
from support.topology import FRONT, INSTANCES, Service

# Of whom terms are cut: some of all that are there.
SAMPLE = "SELECT nome FROM pessoas WHERE length(nome) >= 60 AND hashtext(id::text) % {} = 0 ORDER BY id LIMIT 1000"
LEAST = 1000  # persons, among whom there are some of those
SEED = 1


@dataclass(frozen=True)
class Run:
    """Times in seconds."""

    rows: int
    term: str  # its class
    matches: bool
    requests: int
    p50: float
    p99: float
    nginx: float  # microseconds of CPU for a request, this one and the next two
    instances: float
    postgres: float
    faults: int
    example: str = ""  # of a fault

    @property
    def row(self) -> list[object]:
        cpu = [self.nginx, self.instances, self.postgres]
        times = [1000 * self.p50, 1000 * self.p99]
        return [self.term, "yes" if self.matches else "no", self.requests, *times, *cpu, sum(cpu), self.faults]


HEAD = ["term", "matches", "requests", "p50, ms", "p99, ms", "nginx", "instances", "PostgreSQL", "in all", "faults"]


def cpu(folder: Path) -> dict[str, float]:
    """Seconds, by part."""
    parts = {"nginx": ["nginx"], "instances": [*INSTANCES], "postgres": ["postgres"]}
    return {name: cpu_seconds(*(Service(folder, part).pid for part in those)) for name, those in parts.items()}


def searched(terms: Iterator[str], **until: float) -> list[Request]:
    return Load([FRONT], 1, None, lambda: searches.search(next(terms))).run(**until)


def unmatched(candidates: Iterator[str], wanted: int) -> list[str]:
    """The first ones that nobody matches, as the API says."""
    found: list[str] = []
    for term in itertools.islice(candidates, 4 * wanted):
        (request,) = searched(iter([term]), count=1)
        if request.body == b"[]":
            found.append(term)
        if len(found) == wanted:
            return found
    sys.exit(f"void: of {4 * wanted} terms like {term!r} only {len(found)} match nobody")


def measure(folder: Path, rows: int, name: str, matches: bool, terms: Sequence[str], seconds: float) -> Run:
    searched(iter(terms), count=min(len(terms), 5))  # warm
    before = cpu(folder)
    requests = searched(itertools.cycle(terms), seconds=seconds)
    after = cpu(folder)
    used = {part: (after[part] - before[part]) / len(requests) * 1e6 for part in after}
    faults = [request for request in requests if searches.is_fault(request, matches)]
    example = f"{faults[0].document!r}: {faults[0].status} {faults[0].body[:100]!r}" if faults else ""
    times = [percentile(requests, q) for q in (0.5, 0.99)]
    return Run(rows, name, matches, len(requests), *times, **used, faults=len(faults), example=example)


def measure_all(folder: Path, rows: int, number: int, seconds: float) -> Iterator[Run]:
    print(f"there: {topology.fill(rows)}", file=sys.stderr, flush=True)
    url = (folder / "database-url").read_text().strip()
    names = [name for (name,) in query(url, SAMPLE.format(max(1, rows // 5000)))]
    chance = random.Random(SEED)
    for each in searches.LENGTHS:
        yield measure(folder, rows, str(each), True, searches.cut(names, each, number, chance), seconds)
        terms = unmatched(searches.strange(each, chance), number)
        yield measure(folder, rows, str(each), False, terms, seconds)
    for matches, symbols in ((True, searches.SYMBOLS_THERE), (False, searches.SYMBOLS_NOWHERE)):
        yield measure(folder, rows, "symbols only", matches, symbols, seconds)


def complaints(runs: Sequence[Run]) -> list[str]:
    """Why the figures are void."""
    return [
        f"void: {run.faults} faults among {run.rows:,} persons, term {run.term}, for example {run.example}"
        for run in runs
        if run.faults
    ]


def main() -> None:
    signals.heed()  # the topology ends
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[50_000, 1_000_000], help="persons that are there")
    parser.add_argument("--terms", type=int, default=50, help="of a class; they are sent in turn")
    parser.add_argument("--seconds", type=float, default=10, help="of one class")
    parser.add_argument("--json", type=Path, help="write each run to this file")
    options = parser.parse_args()
    if options.terms < 1 or options.seconds <= 0:
        parser.error("of terms and seconds, some are needed")
    if not LEAST <= min(options.rows) <= max(options.rows) <= filling.MOST:
        parser.error(f"--rows: {LEAST} to {filling.MOST}")

    gc.disable()  # its pauses would be taken for the server's
    runs: list[Run] = []
    for rows in options.rows:
        with topology.fresh() as limits:
            runs += measure_all(topology.RUN, rows, options.terms, options.seconds)
        print(f"GET /pessoas?t= among {rows:,} persons: µs of CPU a request, and what the client saw. {limits}\n")
        print(table(HEAD, [run.row for run in runs if run.rows == rows]), end="\n\n", flush=True)
    if options.json:
        write_json(runs, options.json)
    if found := complaints(runs):
        sys.exit("\n".join(found))


if __name__ == "__main__":
    try:
        main()
    except Trouble as why:
        sys.exit(f"void: {why}")
