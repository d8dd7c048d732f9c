"""Compares the micro benchmarks of two commits, run in turn: A B, B A, A B, …"""

import argparse
import json
import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from comparison import programs, report, rounds, verdict
from comparison.commands import Trouble, output
from comparison.trees import Tree, trees
from stress_test import signals
from support.cpu import on_core
from support.folders import temporary_folder
from support.postgres import Postgres

ROOT = Path(__file__).parents[1]
TROUBLE = 2


def parse(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benchmarks/run compare",
        description=__doc__,
        epilog="Exit status: 0; 1 by --fail-above; 2 where there is nothing to compare.",
    )
    parser.add_argument("base", metavar="BASE", help="a commit")
    parser.add_argument("head", metavar="HEAD", nargs="?", help="another; without it, the working tree")
    parser.add_argument("--filter", type=_regex, default=".", metavar="REGEX", help="of the names in the table")
    parser.add_argument("--repetitions", type=int, default=10, help="rounds (10)")
    parser.add_argument("--min-time", type=float, default=0.1, help="seconds that a benchmark is run in a round (0.1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the time of each round to this file")
    parser.add_argument("--fail-above", type=float, metavar="RATIO", help="fail where one is slower by more than that")
    options = parser.parse_args(arguments)
    if options.repetitions < verdict.LEAST_ROUNDS:
        parser.error(f"--repetitions: fewer than {verdict.LEAST_ROUNDS} can't tell anything")
    if options.min_time <= 0:
        parser.error("--min-time: some time is needed")
    if options.json and not options.json.absolute().parent.is_dir():
        parser.error(f"--json: there is no folder {options.json.parent}")
    return options


def _regex(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except re.error as why:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {why}") from why


def build(base: Tree, head: Tree) -> tuple[set[str], list[str]]:
    """The programs of both, built; and which only one has, a line each."""
    of_base, of_head = programs.configure(base.folder), programs.configure(head.folder)
    only = {base.name: of_base - of_head, head.name: of_head - of_base}
    left_out = [f"only in {name}: program {program}" for name, some in only.items() for program in sorted(some)]
    common = of_base & of_head
    for tree in (base, head):
        print(f"building {tree.name}", file=sys.stderr)
        failed = {program for program in sorted(common) if not is_built(tree, program)}
        left_out += [f"does not build in {tree.name}: program {program}" for program in sorted(failed)]
        common -= failed
    if not common:
        raise Trouble("\n".join(["there is no benchmark program that builds in both", *left_out]))
    return common, left_out


def is_built(tree: Tree, program: str) -> bool:
    try:
        programs.build(tree.folder, program)
    except Trouble as why:
        print(why, file=sys.stderr)
        return False
    return True


@contextmanager
def database(wanted: bool) -> Iterator[dict[str, str]]:
    """DATABASE_URL for those that want a database: the user's, or a private one with pgbench's accounts."""
    if not wanted or "DATABASE_URL" in os.environ:
        yield {}
        return
    with temporary_folder() as folder:
        postgres = Postgres(folder / "pg")
        try:
            url = postgres.start().url()
            output("pgbench", "-iqs", "1", url, within=folder)
            yield {"DATABASE_URL": url}
        finally:
            postgres.destroy()


def run(options: argparse.Namespace, root: Path) -> bool:
    """Whether none is slower than --fail-above allows. Raises Trouble where there is nothing to compare."""
    with trees(root, options.base, options.head) as (base, head):
        common, left_out = build(base, head)
        choice = rounds.choose(base, head, common, options.filter)
        with on_core(max(os.sched_getaffinity(0))), database("pg" in choice.of_program) as environment:
            folders = (base.folder, head.folder)
            times = rounds.measure(folders, choice, options.repetitions, options.min_time, environment)

    found, left_out = verdict.compare_all(*times), left_out + choice.left_out
    print(report.text(base.name, head.name, options.repetitions, found, left_out), flush=True)
    if options.json:
        document = report.document(base.name, head.name, found, left_out)
        options.json.write_text(json.dumps(document, indent=1) + "\n")
    slower = verdict.above(found, options.fail_above) if options.fail_above is not None else []
    for one in slower:
        print(f"{one.name} is {one.ratio:.2f} times as slow; at most {options.fail_above} is wanted", file=sys.stderr)
    return not slower


def main(arguments: list[str], root: Path = ROOT) -> int:
    signals.heed()  # what was taken out is removed
    options = parse(arguments)
    try:
        return 0 if run(options, root) else 1
    except (Trouble, OSError) as why:
        print(why, file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    except Exception:  # a bug says nothing of the two, as Python's own status 1 would
        traceback.print_exc()
    return TROUBLE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
