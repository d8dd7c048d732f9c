"""Builds the simulation, and runs Gatling with it."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from stress_test.arrivals import Load
from stress_test.groups import begun
from stress_test.signals import deaf
from stress_test.system import ROOT, Trouble

SOURCES = ROOT / "stress-test/simulation"
BUILT = ROOT / "build/stress/simulation"
JAR = BUILT / "simulation-1.jar"
COMPLETE = BUILT / "complete"  # the build came to its end

PATIENCE = 10  # seconds, for Java's end when it is told to

# JAVA_OPTS goes last, and wins. (Java itself takes as many open files as it may.)
JAVA_OPTIONS = ["-Xms512m", "-Xmx1g", "-XX:+UseG1GC", "-XX:+ParallelRefProcEnabled"]


@dataclass(frozen=True)
class Progress:
    seconds: int  # since the first user
    ok: int
    ko: int


@dataclass(frozen=True)
class Outcome:
    folder: Path  # Gatling's own report, simulation.log in it
    answers: dict[str, int]  # of creations, by status
    cpu_seconds: float
    peak_memory_bytes: int


def build() -> None:
    """With Maven, where a source is newer than what was built; the unit tests of the simulation included."""
    _require("java")
    newest = max(path.stat().st_mtime for path in SOURCES.rglob("*") if path.is_file())
    if COMPLETE.exists() and COMPLETE.stat().st_mtime > newest:
        return
    _require("mvn")
    print("building the simulation", flush=True)
    maven = ["mvn", "--quiet", "--batch-mode", "-Dstyle.color=never", "--file", SOURCES / "pom.xml"]
    if subprocess.run([*maven, "clean", "package"]).returncode:
        raise Trouble("the simulation can't be built")
    COMPLETE.touch()


def _require(program: str) -> None:
    if not shutil.which(program):
        raise Trouble(f"{program} is missing: scripts/install-packages stress")


def run(load: Load, url: str, data: Path, folder: Path, report: Callable[[Progress], None]) -> Outcome:
    """Calls `report` every five seconds. What Gatling writes is in `folder` afterwards."""
    answers = folder / "answers.json"
    command = [
        "java",
        *JAVA_OPTIONS,
        *shlex.split(os.environ.get("JAVA_OPTS", "")),
        f"-Djava.util.prefs.userRoot={BUILT}",
        f"-Dpessoas.url={url}",
        f"-Dpessoas.rate={load.rate}",
        f"-Dpessoas.seconds={load.ramp}",
        f"-Dpessoas.data={data}",
        f"-Dpessoas.answers={answers}",
        "-cp",
        f"{JAR}:{BUILT}/lib/*",
        "pessoas.Main",
        *("--simulation", "pessoas.PessoasSimulation"),
        *("--results-folder", str(folder / "results")),
        *("--run-description", f"{load.rate} creations a second"),
    ]
    with (
        (folder / "gatling.err").open("w") as errors,
        (folder / "gatling.out").open("w") as output,
        begun(command, _end, stdout=subprocess.PIPE, stderr=errors, text=True) as java,
    ):
        for progress in follow(_copied(java.stdout, output)):
            report(progress)
        _, status, usage = os.wait4(java.pid, 0)
        java.returncode = os.waitstatus_to_exitcode(status)
    if java.returncode or not answers.exists():
        print((folder / "gatling.err").read_text()[-4000:], file=sys.stderr)
        raise Trouble(f"Gatling failed with {java.returncode}: {folder}/gatling.out")
    (written,) = (folder / "results").iterdir()
    written.rename(folder / "gatling")
    (folder / "results").rmdir()
    cpu = usage.ru_utime + usage.ru_stime
    return Outcome(folder / "gatling", json.loads(answers.read_text()), cpu, usage.ru_maxrss * 1024)


def _end(java: subprocess.Popen) -> None:
    """In order, or by force where it takes too long, and where somebody who waits for it is told to end once more."""
    with deaf() as heard:
        java.terminate()
        deadline = time.monotonic() + PATIENCE
        while java.poll() is None and not heard and time.monotonic() < deadline:
            with suppress(subprocess.TimeoutExpired):
                java.wait(0.1)
        java.kill()  # nothing, where it has ended
        java.wait()


def follow(output: Iterable[str]) -> Iterable[Progress]:
    """What Gatling says on its standard output while it runs."""
    seconds = 0
    for line in output:
        if found := re.search(r"(\d+)s elapsed$", line.rstrip()):
            seconds = int(found[1])
        elif found := re.match(r"> Global +\(OK=(\d+) +KO=(\d+) *\)", line):
            yield Progress(seconds, int(found[1]), int(found[2]))


def _copied(lines: Iterable[str], to: Iterable) -> Iterable[str]:
    for line in lines:
        to.write(line)
        yield line
