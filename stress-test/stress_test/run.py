"""One run, from the data to the report."""

import os
import shlex
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from stress_test import data, expected, gatling, gatling_log, plots, report, signals, summary, usage
from stress_test.arrivals import Load
from stress_test.checks import Persons
from stress_test.system import System, Trouble, composed, is_served, own

SAMPLES_EVERY = 10  # seconds: to read costs CPU too


@dataclass(frozen=True)
class Options:
    load: Load
    results: Path
    arguments: list[str]
    keep: bool = False
    docker: bool = False
    url: str | None = None
    name: str | None = None
    count_url: str | None = None
    empty_command: str | None = None
    rows_command: str | None = None
    usage_command: str | None = None


def run(options: Options) -> bool:
    """Whether it was perfect. Raises Trouble where that can't be said."""
    signals.heed()  # what was started ends
    load, folder = options.load, options.results
    if folder.exists():
        raise Trouble(f"{folder} is there already: --results names another")
    if options.url and not is_served(options.url):
        raise Trouble(f"nobody listens at {options.url}")
    gatling.build()
    most = expected.maximum(payloads(), load.creations)
    print(f"{load.creations:,} creations, of which {most:,} succeed where nothing is wrong", flush=True)
    with system(options) as under_test:
        empty(under_test)
        folder.mkdir(parents=True)
        progress = Progress(load.seconds)
        with usage.sampled(under_test.usage_command, under_test.folder, SAMPLES_EVERY) as samples:
            outcome = gatling.run(load, under_test.url, data.FOLDER, folder, progress.show)
        progress.end()
        log = gatling_log.read(outcome.folder / "simulation.log")
        persons = persons_after(under_test, log)
        found = summary.summarise(under_test, load, log, outcome, most, persons, samples)
    found["command"] = shlex.join(["stress-test/run-test.sh", *options.arguments])
    write(found, folder)
    return found["perfect"]


def write(found: summary.Summary, folder: Path) -> None:
    summary.write(found, folder)
    text = report.markdown(found)
    (folder / "report.md").write_text(text, encoding="utf-8")
    plots.latency(found, folder / "latency.png")
    if found["usage"]["source"]:
        plots.cpu(found, folder / "cpu.png")
    print(f"\n{text}\nreport: {os.path.relpath(folder)}/report.md", flush=True)


def system(options: Options) -> AbstractContextManager[System]:
    if options.docker:
        return composed(options.keep)
    if not options.url:
        return own(options.keep)
    count_url = f"{options.url}/contagem-pessoas" if options.count_url is None else options.count_url
    commands = (options.empty_command, options.rows_command, options.usage_command)
    return nullcontext(System(options.name or options.url, options.url, count_url, *commands, folder=Path.cwd()))


def empty(under_test: System) -> None:
    under_test.empty()
    there = [number for number in (under_test.rows(), under_test.count()) if number is not None]
    if any(there):
        hint = "" if under_test.empty_command else "; --empty-command removes them"
        raise Trouble(f"there are {max(there):,} persons before the run{hint}")


def persons_after(under_test: System, log: gatling_log.Log) -> Persons:
    """What can't be told any more is an error of the run: there is a report of what went before."""

    def known(asked: Callable[[], int | None]) -> int | None:
        try:
            return asked()
        except Trouble as why:
            log.errors.append(f"after the run: {why}")
            return None

    return Persons(known(under_test.rows), known(under_test.count))


def payloads() -> list[str]:
    """Those that Gatling will send."""
    data.write(data.FOLDER)
    return data.read_payloads(data.FOLDER)


class Progress:
    """A line that is written over on a terminal; elsewhere one every half minute."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        self.said = -30
        self.terminal = sys.stdout.isatty()

    def show(self, now: gatling.Progress) -> None:
        line = f"{now.seconds:4} s of {self.seconds}   {now.ok:8,} OK   {now.ko:6,} KO"
        if self.terminal:
            print(f"\r{line}", end="", flush=True)
        elif now.seconds >= self.said + 30:
            self.said = now.seconds
            print(line, flush=True)

    def end(self) -> None:
        if self.terminal:
            print()
