"""The benchmark programs of a tree: built, asked for their benchmarks, run."""

import json
import os
import re
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

from comparison.commands import Trouble, output

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6, "s": 1e9}
SPECIAL = re.compile(r"[][.^$*+?(){}|\\]")  # in a regular expression of POSIX


def configure(tree: Path) -> set[str]:
    """The names of its programs."""
    output("cmake", "--preset", "bench", within=tree)
    targets = output("cmake", "--build", "build/bench", "--target", "help", within=tree)
    return set(re.findall(r"^bench_(\w+): phony$", targets, re.MULTILINE))


def build(tree: Path, program: str) -> None:
    """With ccache, what was compiled in another folder is found again."""
    environment = {"CCACHE_BASEDIR": str(tree)} | dict(os.environ)
    command = ("cmake", "--build", "build/bench", "-j", str(len(os.sched_getaffinity(0))))
    output(*command, "--target", f"bench_{program}", within=tree, environment=environment)


def benchmarks(tree: Path, program: str) -> set[str]:
    """None where it is no program of Google Benchmark."""
    try:
        return set(output(_binary(tree, program), "--benchmark_list_tests", within=tree).splitlines())
    except Trouble:
        return set()


def run(
    tree: Path, program: str, names: Collection[str], seconds: float, environment: Mapping[str, str]
) -> dict[str, float]:
    """The nanoseconds of CPU time that an iteration of each takes; so many seconds at least are measured."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        exactly = "|".join(SPECIAL.sub(r"\\\g<0>", name) for name in sorted(names))
        options = [f"--benchmark_filter=^({exactly})$", f"--benchmark_min_time={seconds}"]
        options += [f"--benchmark_out={file.name}", "--benchmark_out_format=json"]
        output(_binary(tree, program), *options, within=tree, environment=environment)
        return times(Path(file.name).read_text(), program)


def times(report: str, program: str) -> dict[str, float]:
    """Of a report of Google Benchmark in JSON."""
    found = {}
    for one in json.loads(report)["benchmarks"]:
        if one.get("error_occurred"):
            raise Trouble(f"{program}/{one['name']}: {one['error_message']}")
        found[one["name"]] = one["cpu_time"] * NANOSECONDS[one["time_unit"]]
    return found


def _binary(tree: Path, program: str) -> Path:
    return tree / "build/bench/bin" / f"bench_{program}"
