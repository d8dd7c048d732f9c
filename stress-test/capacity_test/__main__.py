"""The command line of stress-test/find-capacity."""

import argparse
import shlex
import sys
import traceback
from datetime import datetime
from pathlib import Path
from typing import Any

from capacity_test import report, topology
from capacity_test.search import highest
from capacity_test.step import CREATIONS, Step, step_of
from stress_test import data, machine, signals
from stress_test.filling import MOST as MOST_ROWS
from stress_test.system import OWN, ROOT, Trouble
from stress_test.usage import Unreadable

VOID = 2
DATA = ROOT / "build/stress/capacity-data"
JUDGED = {"all": (), "creations": CREATIONS}


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="find-capacity",
        description="Finds the highest constant rate that the topology holds; needs build/release/bin/stress_load.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--seconds", type=int, default=60, help="for how long a rate is held")
    parser.add_argument("--p99", type=float, default=100, help="milliseconds that p99 must stay below")
    parser.add_argument(
        "--judge",
        choices=JUDGED,
        default="all",
        help="whose faults and p99 count; creations: those of who creates, whatever the searches do",
    )
    parser.add_argument("--first", type=int, default=600, help="the rate to begin with, in creations a second")
    parser.add_argument("--last", type=int, default=20_000, help="the highest rate to try")
    parser.add_argument("--resolution", type=int, default=50, help="creations a second")
    parser.add_argument("--rows", type=int, default=0, help="persons that are there before each rate")
    parser.add_argument("--rates", type=int, nargs="+", help="only these, in place of a search")
    parser.add_argument(
        "--data",
        type=Path,
        help="folder of payloads.jsonl, sent over again if too few, and terms.txt (default: enough are made)",
    )
    parser.add_argument("--results", type=Path, help="folder (default: build/stress/capacity-DATE)")
    options = parser.parse_args(arguments)
    if min(options.seconds, options.first, options.resolution, *(options.rates or [1])) < 1:
        parser.error("times and rates are at least 1")
    if not 0 <= options.rows <= MOST_ROWS:
        parser.error(f"--rows is {MOST_ROWS} at most")
    if options.first > options.last:
        parser.error("--first is above --last")
    for name in (data.PAYLOADS_FILE, data.TERMS_FILE):
        if options.data and not (options.data / name).exists():
            parser.error(f"--data: there is no {options.data / name}")
    return options


def main(arguments: list[str]) -> int:
    signals.heed()  # what was started ends
    options = parse(arguments)
    try:
        return 0 if find(options, arguments) else 1
    except (Trouble, Unreadable, OSError) as why:
        print(f"void: {why}", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    except Exception:  # a bug says nothing of the topology, as Python's own status 1 would
        traceback.print_exc()
    return VOID


def find(options: argparse.Namespace, arguments: list[str]) -> int | None:
    """The highest of the rates that hold, if any does; it is told."""
    now = datetime.now()
    folder = options.results or ROOT / f"build/stress/capacity-{now:%Y-%m-%d-%H%M%S}"
    steps: list[Step] = []

    def holds(rate: int) -> bool:
        step = measure(rate, options)
        steps.append(step)
        print(report.table([step]).splitlines()[-1], flush=True)
        return step.holds

    with topology.fresh() as limits:
        print(limits, flush=True)
        filled = topology.fill(options.rows) if options.rows else "none"
        print(f"there before: {filled}", flush=True)
        facts = about(now, limits, filled, arguments)
        try:
            if options.rates:
                capacity = max((rate for rate in options.rates if holds(rate)), default=None)
            else:
                capacity = highest(holds, options.first, options.resolution, options.last)
        except BaseException:
            if steps:  # minutes of work
                report.write(folder, steps, "not finished", facts)
            raise
    said = report.conclusion(capacity, options.seconds, options.p99, options.rows, options.judge)
    report.write(folder, steps, said, facts)
    print(f"\n{report.table(steps)}\n\n{said}: {folder}")
    return capacity


def measure(rate: int, options: argparse.Namespace) -> Step:
    sent = options.data or enough(rate * options.seconds)
    topology.empty(but=options.rows)
    if (left := topology.count()) != options.rows:
        raise Trouble(f"{left} persons are left after the table was emptied, and not {options.rows}")
    print(f"{rate:,} creations/s", file=sys.stderr)
    before = topology.used()
    load = topology.load(rate, options.seconds, sent)
    used = topology.used()
    return step_of(rate, load, before, used, topology.count() - options.rows, options.p99, JUDGED[options.judge])


def enough(creations: int) -> Path:
    """The data, with so many payloads that none is sent twice: who is there already costs less than a new person."""
    payloads = DATA / data.PAYLOADS_FILE  # written last
    if not payloads.exists() or len(data.read_payloads(DATA)) < creations:
        count = -(-creations // data.PAYLOADS) * data.PAYLOADS
        print(f"generating {count:,} payloads", flush=True)
        data.write(DATA, count)
    return DATA


def about(now: datetime, limits: str, filled: str, arguments: list[str]) -> dict[str, Any]:
    return {
        "date": f"{now:%Y-%m-%d %H:%M}",
        "command": shlex.join(["stress-test/find-capacity", *arguments]),
        "stack": limits,
        "there before": filled,
        **machine.describe(OWN.programs),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
