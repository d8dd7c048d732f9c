"""Which benchmarks are run on both sides, and their runs, in turn."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from comparison import programs
from comparison.commands import Trouble
from comparison.trees import Tree

Times = dict[str, list[float]]  # "program/benchmark" -> nanoseconds, by round


@dataclass
class Choice:
    of_program: dict[str, set[str]] = field(default_factory=dict)  # its benchmarks that both have
    left_out: list[str] = field(default_factory=list)  # what one lacks, a line for each side


def choose(base: Tree, head: Tree, common: set[str], wanted: re.Pattern[str]) -> Choice:
    """Of these programs, the benchmarks that match by the name of program and benchmark."""
    choice, only = Choice(), {base.name: [], head.name: []}
    for program in sorted(common):
        of_base, of_head = (
            {name for name in programs.benchmarks(tree.folder, program) if wanted.search(f"{program}/{name}")}
            for tree in (base, head)
        )
        only[base.name] += [f"{program}/{name}" for name in sorted(of_base - of_head)]
        only[head.name] += [f"{program}/{name}" for name in sorted(of_head - of_base)]
        if of_base & of_head:
            choice.of_program[program] = of_base & of_head
    choice.left_out = [f"only in {name}: {', '.join(lacking)}" for name, lacking in only.items() if lacking]
    if not choice.of_program:
        raise Trouble("\n".join([f"no benchmark that both have matches {wanted.pattern!r}", *choice.left_out]))
    return choice


def order(rounds: int) -> Iterator[tuple[int, int]]:
    """Which side runs first, and which second: each is first as often as the other, so that a drift favours none."""
    for number in range(rounds):
        yield (0, 1) if number % 2 == 0 else (1, 0)


def measure(
    folders: Sequence[Path], choice: Choice, rounds: int, seconds: float, environment: Mapping[str, str]
) -> tuple[Times, Times]:
    """Of base and head."""
    found: tuple[Times, Times] = defaultdict(list), defaultdict(list)
    for number, sides in enumerate(order(rounds), 1):
        for program, names in choice.of_program.items():
            print(f"round {number} of {rounds}: {program}", file=sys.stderr)
            for side in sides:
                for name, time in programs.run(folders[side], program, names, seconds, environment).items():
                    found[side][f"{program}/{name}"].append(time)
    return found
